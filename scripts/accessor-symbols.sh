#!/usr/bin/env bash
# The names that the compiler gives to the accessors in SampleData/Accessors, in each mode of building.
#
#   scripts/accessor-symbols.sh           checks that all modes ask for what symbols.txt lists
#   scripts/accessor-symbols.sh --update  writes symbols.txt
set -euo pipefail
cd "$(dirname "$0")/../SampleData/Accessors"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What no object file defines.
symbols() {
  nm "$1"/*.o | awk '
    $1 == "U" { wanted[$2] }
    NF == 3 { defined[$3] }
    END { for (name in wanted) if (!(name in defined)) print name }' \
    | grep -E '^\$s(7Symbols|3Kit).*(v[gsM]|F)$' | LC_ALL=C sort
}

build() {
  local mode=$1
  rm -rf "${work:?}/out" && mkdir "$work/out"
  # The flags of a mode are several words.
  # shellcheck disable=SC2086
  (cd "$work/out" && swiftc $mode -enable-testing -parse-as-library -module-name Kit \
    -emit-module -emit-object "$OLDPWD/Kit.swift")
  # shellcheck disable=SC2086
  (cd "$work/out" && swiftc $mode -enable-testing -parse-as-library -module-name Symbols \
    -package-name Samples -I . -emit-object "$OLDPWD"/Symbols/*.swift)
}

if [ "${1:-}" = --update ]; then
  build -Onone
  symbols "$work/out" > symbols.txt
fi
status=0
for mode in "-Onone" "-O" "-O -wmo" "-Onone -swift-version 6"; do
  build "$mode"
  symbols "$work/out" | diff -u symbols.txt - || { echo "differs: $mode" >&2; status=1; }
done
exit $status
