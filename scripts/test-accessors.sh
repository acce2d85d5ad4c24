#!/usr/bin/env bash
# Builds the `@NSManaged` classes in SampleData/Accessors in each mode of building, with the bodies that momc
# writes; checks that the compiler asks for the names that symbols.txt lists; links, and runs a program that
# sets and reads every property and calls every function.
#
# usage: test-accessors.sh [--update]      after 'swift build'; --update writes symbols.txt
set -euo pipefail
package=$(cd "$(dirname "$0")/.." && pwd)
build=$package/.build/debug
samples=$package/SampleData/Accessors
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

flags=(-enable-testing -I "$build/Modules" -I .)
for map in "$package"/Sources/*/module.modulemap; do flags+=(-Xcc "-fmodule-map-file=$map"); done
# shellcheck disable=SC2207
flags+=($(pkg-config --cflags libxml-2.0))

# What the sources ask of the linker, before momc's file is there.
symbols() {
  nm "$1"/*.o | awk '
    $1 == "U" { wanted[$2] }
    NF == 3 { defined[$3] }
    END { for (name in wanted) if (!(name in defined)) print name }' \
    | grep -E '^\$s(7Symbols|3Kit).*(v[gsM]|F)$' | LC_ALL=C sort
}

# compile MODE MODULE FILE…: objects, and the module, in the folder where it runs.
compile() {
  # The flags of a mode are several words.
  # shellcheck disable=SC2086
  swiftc $1 "${flags[@]}" -package-name Samples -parse-as-library -module-name "$2" -emit-module \
    -emit-object "${@:3}"
}

# The library as one file, which is linked faster than its objects; those are what the tool is linked from.
grep -E '/(OpenCoreData|ManagedModel|DocumentStore|Predicates|PredicateLogic)\.build/' \
  "$build/coredata.product/Objects.LinkFileList" >"$work/objects"
# shellcheck disable=SC2046
swiftc -emit-library -o "$work/libTried.so" "@$work/objects" $(pkg-config --libs libxml-2.0)
"$build/momc" --module Kit --output "$work" --source "$samples/Kit.swift"
sources=()
for file in "$samples"/Symbols/*.swift; do sources+=(--source "$file"); done
"$build/momc" --module Symbols --output "$work" "${sources[@]}"

# try MODE
try() {
  local folder
  folder=$(mktemp -d "$work/XXXX")
  cd "$folder"
  compile "$1" Kit "$samples/Kit.swift" "$work/Kit+ManagedShims.swift"
  mkdir alone && cp Kit.swiftmodule alone
  (cd alone && compile "$1" Kit "$samples/Kit.swift" && compile "$1" Symbols "$samples"/Symbols/*.swift)
  [[ $update != --update ]] || symbols alone >"$samples/symbols.txt"
  symbols alone | diff -u "$samples/symbols.txt" -
  compile "$1" Symbols "$samples"/Symbols/*.swift "$work/Symbols+ManagedShims.swift"
  # shellcheck disable=SC2086
  swiftc $1 "${flags[@]}" -o program "$samples"/Program/*.swift ./*.o -L "$work" -lTried \
    -Xlinker -rpath -Xlinker "$work"
  ./program
}

update=${1:-}
for mode in "-Onone -swift-version 5" "-O -swift-version 5" "-O -wmo -swift-version 6" \
  "-Onone -swift-version 6"; do
  (try "$mode") || { echo "FAILS accessors, built with $mode" && exit 1; }
  echo "ok    accessors, built with $mode"
done
