#!/usr/bin/env bash
# Lets libFuzzer look for inputs that break a reader.
#
# usage: fuzz.sh TARGET SECONDS [options of libFuzzer]
#        fuzz.sh all SECONDS     each target in turn
#        fuzz.sh seeds           writes the seeds that are not written by hand anew
set -euo pipefail
cd "$(dirname "$0")/.."

targets=(model document binary apple-document apple-binary predicates)
usage="usage: fuzz.sh TARGET SECONDS [options of libFuzzer], with one of: ${targets[*]} all"
what=${1:?$usage}

# A folder of its own: everything is built with the sanitizers.
scratch=.build/fuzz
FUZZ=1 swift build --configuration release --scratch-path "$scratch" --product fuzz
program=$scratch/release/fuzz

if [[ $what == seeds ]]; then
  FUZZ_WRITE_SEEDS=Fuzzing/Seeds "$program"
  exit
fi
seconds=${2:?$usage}
shift 2

# Inputs become files, best in memory.
place=/dev/shm
[[ -w $place ]] || place=${TMPDIR:-/tmp}
FUZZ_FOLDER=$(mktemp -d "$place/opencoredata-fuzz.XXXXXX")
export FUZZ_FOLDER
trap 'rm -rf "$FUZZ_FOLDER"' EXIT
# The handler that prints backtraces can hang in a process that has crashed. Leaks are reported for what the
# runtime keeps on purpose.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0

# run TARGET SECONDS [options]
run() {
  local target=$1 seconds=$2 extra=()
  shift 2
  local seeds=(Fuzzing/Seeds/"$target")
  case $target in
  model) extra=(Schemas/*/*/ -dict=Fuzzing/Dictionaries/xml.dict -max_len=20000) ;;
  document | apple-document) extra=(-dict=Fuzzing/Dictionaries/xml.dict -max_len=12000) ;;
  binary | apple-binary) extra=(-max_len=40000) ;;
  predicates) extra=(-dict=Fuzzing/Dictionaries/predicates.dict) ;;
  *)
    echo "there is nothing to fuzz called '$target'; there are: ${targets[*]}" >&2
    return 64
    ;;
  esac
  mkdir -p "$scratch/found/$target"
  echo "--- $target, $seconds seconds"
  FUZZ_TARGET=$target "$program" "$scratch/found/$target" "${seeds[@]}" "${extra[@]}" \
    -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 \
    -artifact_prefix="$scratch/$target-" -print_final_stats=1 "$@"
}

if [[ $what == all ]]; then
  for target in "${targets[@]}"; do run "$target" "$seconds" "$@"; done
else
  run "$what" "$seconds" "$@"
fi
