#!/usr/bin/env bash
# Builds, tests and runs Tests/Clients/Films, a package outside this one that gets its classes from the plugin:
# as it is, after an edit of its model, and with mistakes in both. The first build takes minutes; later ones reuse .build/clients.
#
# usage: test-clients.sh [--clean]
set -euo pipefail
cd "$(dirname "$0")/.."

place=.build/clients
[[ ${1:-} == --clean ]] && rm -rf "$place"
mkdir -p "$place"
# A copy, because the model is edited. Its path to this package is that of the original: three folders up.
rm -rf "$place/Films"
cp -rp Tests/Clients/Films "$place/Films"
swift_in_copy() { swift "$1" --package-path "$place/Films" --scratch-path "$place/build" "${@:2}"; }

# expect WHAT EXPECTED ACTUAL
expect() {
  [[ $2 == "$3" ]] || {
    echo "FAILS $1"
    diff <(echo "$2") <(echo "$3") || true
    exit 1
  }
  echo "ok    $1"
}

lines() {
  echo 'Cléo de 5 à 7, by Agnès Varda true 7 ["waiting", "Paris"]'
  echo '1 1 [12]'
  echo 'Cléo de 5 à 7 1 true'
  echo "$1"
  echo 'seen'
}

swift_in_copy test
clerk=$(swift_in_copy build --show-bin-path)/Clerk
expect "a package with the plugin builds and runs" "$(lines 'no studio')" "$("$clerk")"

sed -i 's|<attribute name="released"|<attribute name="studio" optional="YES" attributeType="String"/>\n        &|' \
  "$place/Films/Sources/Films/Films.xcdatamodeld/Films.xcdatamodel/contents"
cat >"$place/Films/Sources/Clerk/Extra.swift" <<'SWIFT'
import Films

func extra(_ movie: Movie) -> String {
  movie.studio = "Ciné-Tamaris"
  return movie.studio ?? ""
}
SWIFT
swift_in_copy build
expect "after an edit of its model too" "$(lines 'Ciné-Tamaris')" "$("$clerk")"

sed -i 's|@NSManaged public var seat: Int32|&; @NSManaged public var seet: Int32|' \
  "$place/Films/Sources/Films/Ticket.swift"
log=$(swift_in_copy build 2>&1) || { echo "$log" && exit 1; }
warning="Ticket.swift:8:60: warning: 'seet' is marked '@NSManaged', but entity 'Ticket' has no property 'seet'"
[[ $log == *"$warning"* ]] || { echo "$log" && exit 1; }
echo "ok    a member that its entity does not have is a warning at its place"

sed -i 's|name="studio"|name="objectID"|' "$place/Films/Sources/Films/Films.xcdatamodeld/Films.xcdatamodel/contents"
status=0
log=$(swift_in_copy build 2>&1) || status=$?
expect "a mistake in the model stops the build" 1 "$status"
place_of_mistake='Films.xcdatamodel/contents:11:9: error: '"'objectID' of 'Movie' is a name that every"
[[ $log == *"$place_of_mistake"* ]] || { echo "$log" && exit 1; }
echo "ok    and is shown with its place"
