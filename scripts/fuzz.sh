#!/usr/bin/env bash
# Lets libFuzzer look for inputs that crash a reader.
#
# usage: fuzz.sh predicates SECONDS [options of libFuzzer]
set -euo pipefail
cd "$(dirname "$0")/.."

what=${1:?usage: fuzz.sh predicates SECONDS}
seconds=${2:?usage: fuzz.sh predicates SECONDS}
shift 2
case $what in
predicates)
  folder=Fuzzing/PredicateFormat
  product=fuzz-predicate-format
  ;;
*)
  echo "there is nothing to fuzz called '$what'; there is: predicates" >&2
  exit 64
  ;;
esac

# A folder of its own: everything is built with the sanitizer.
scratch=.build/fuzz
FUZZ=1 swift build --configuration release --scratch-path "$scratch" --product "$product"
mkdir -p "$scratch/$what"
# The handler that prints backtraces can hang in a process that has crashed. Leaks are reported for what the
# runtime keeps on purpose.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0
"$scratch/release/$product" "$scratch/$what" "$folder/Seeds" -dict="$folder/predicates.dict" \
  -max_total_time="$seconds" -artifact_prefix="$scratch/" -print_final_stats=1 "$@"
