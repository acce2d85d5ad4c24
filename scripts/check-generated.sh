#!/usr/bin/env bash
# Generates the classes of models in every style and has the compiler check them, in both language modes, with
# the strictest settings a client can have. Types that a model takes from elsewhere, such as UIImage, get
# stand-ins.
#
# usage: check-generated.sh MODEL-OR-FOLDER...      after 'swift build --product coredata'
set -uo pipefail
package=$(cd "$(dirname "$0")/.." && pwd)
tool=$package/.build/debug/coredata
modules=${MODULES:-$package/.build/debug/Modules}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What the modules of this package import of C.
c_modules=()
for map in "$package"/Sources/*/module.modulemap; do
  c_modules+=(-Xcc "-fmodule-map-file=$map")
done
# shellcheck disable=SC2207
c_modules+=($(pkg-config --cflags libxml-2.0))
strict=(
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility -strict-memory-safety -warnings-as-errors
)
styles=(
  "-swift-version 5|--codegen class --import CoreData"
  "-swift-version 6 -default-isolation MainActor|--codegen class --optionality model --to-many typed --keys --snapshots"
  "-swift-version 6|--codegen class --access internal --optionality model --snapshots"
  "-swift-version 5|--codegen class --access package --to-many typed --keys"
)

stand_ins() { # MODEL: the types that it names and does not have
  grep -rhoE 'customClassName="[^"]*"' "$1" | grep -oE '[A-Za-z_][A-Za-z0-9_]*' | sort -u |
    grep -vE '^(customClassName|NS.*|U?Int[0-9]*|String|Bool|Double|Float|Date|Data|URL|UUID|Set)$' |
    sed 's/.*/public class &: NSObject {}/; 1i public import Foundation'
}

check() { # MODEL
  local style flags options log=$work/log
  for style in "${styles[@]}"; do
    flags=${style%%|*} options=${style#*|}
    rm -rf "$work/out" && mkdir "$work/out"
    # shellcheck disable=SC2086
    "$tool" generate "$1" -o "$work/out" $options >/dev/null 2>"$log" || {
      echo "no classes: $(grep -m1 'error:' "$log")"
      broken=$((broken + 1))
      return 0
    }
    stand_ins "$1" >"$work/out/StandIns.swift"
    # shellcheck disable=SC2086
    swiftc -typecheck -module-name Generated -package-name generated -I "$modules" \
      "${c_modules[@]}" $flags "${strict[@]}" "$work"/out/*.swift >"$log" 2>&1 || {
      echo "$1 ($options; $flags)"
      grep -E -A4 'error:|warning:' "$log" | head -n 20
      return 1
    }
  done
}

failed=0 count=0 broken=0
while IFS= read -r model; do
  count=$((count + 1))
  check "$model" || failed=$((failed + 1))
done < <(for place in "$@"; do
  find "$place" -name '*.xcdatamodeld' -o -name '*.xcdatamodel' ! -path '*.xcdatamodeld/*'
done | sort)
echo "$count models, $broken with errors of their own, $failed with classes that do not compile"
((failed == 0))
