#!/usr/bin/env bash
# Compares what `coredata validate` says of the samples with what it should say: nothing but warnings
# of the sound ones, and of each file in SampleData/Broken the text beside it (NAME.expected).
#
# usage: check-broken.sh [--update]      --update rewrites the texts, to be read in the diff
set -uo pipefail
cd "$(dirname "$0")/.."

update=${1:-}
broken=SampleData/Broken
wrong=0 judged=0

swift build --product coredata >/dev/null || { swift build --product coredata; exit 1; }
tool=$(swift build --show-bin-path)/coredata

complain() {
  echo "$1"
  wrong=$((wrong + 1))
}

# The model that a document names, else FaveFlicks (for files too broken to name one).
model_of() {
  local name
  name=$(LC_ALL=C sed -n 's/.*<store[^>]* model="\([A-Za-z]*\)".*/\1/p' "$1" | head -n 1)
  echo "Schemas/${name:-FaveFlicks}.xcdatamodeld"
}

# judge_sound FILE…: no error, exit status 0.
judge_sound() {
  local said status=0
  said=$("$tool" validate "$@" 2>&1) || status=$?
  judged=$((judged + 1))
  [[ $status == 0 ]] || complain "$*: exit status $status"$'\n'"$said"
}

# judge EXPECTED FILE…: the output is the text of EXPECTED; 1 where there is an error, 0 otherwise.
judge() {
  local expected=$1 said status=0 right=0
  shift
  said=$("$tool" validate "$@" 2>&1) || status=$?
  judged=$((judged + 1))
  grep -q ' error: ' <<<"$said" && right=1
  [[ $status == "$right" ]] || complain "$*: exit status $status, expected $right"
  if [[ $update == --update ]]; then
    printf '%s\n' "$said" >"$expected"
  elif [[ ! -e $expected ]]; then
    complain "$expected is missing; the tool says:"$'\n'"$said"
  elif ! diff -u "$expected" <(printf '%s\n' "$said"); then
    complain "$*: not what is expected"
  fi
}

for model in Schemas/*.xcdatamodeld; do judge_sound "$model"; done
for document in SampleData/*.xml; do judge_sound "$document"; done
for document in "$broken"/*.xml; do
  judge "${document%.xml}.expected" -m "$(model_of "$document")" "$document"
done
for model in "$broken"/Models/*.xcdatamodel*; do
  [[ $model == *.expected ]] || judge "$model.expected" "$model"
done

echo "$judged samples, $wrong not as expected"
[[ $wrong == 0 ]]
