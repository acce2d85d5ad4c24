#!/usr/bin/env bash
# A tour for newcomers: a model, a document, a mistake, a query, a change, a binary twin. Works in a
# temporary folder; the checkout stays as it is.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "Building coredata (some minutes the first time) …"
swift build --product coredata >"${TMPDIR:-/tmp}/opencoredata-build.$$" 2>&1 ||
  { cat "${TMPDIR:-/tmp}/opencoredata-build.$$"; exit 1; }
rm -f "${TMPDIR:-/tmp}/opencoredata-build.$$"
PATH=$(swift build --show-bin-path):$PATH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R Schemas "$work"
mkdir "$work/Films"
cp SampleData/FaveFlicks.xml SampleData/FaveFlicks.canonical.xml "$work/Films"
cd "$work/Films"

if [[ -t 1 ]]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; else bold='' dim='' plain=''; fi

# quoted WORD…: as a person would type it.
quoted() {
  local word line=''
  for word; do
    [[ $word == *' '* ]] && word="\"$word\""
    line+="$word "
  done
  echo "${line% }"
}

# say TEXT: what comes next, in a sentence. run COMMAND…: shows a command, then runs it.
say() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
show() { printf '%s  $ %s%s\n' "$dim" "$1" "$plain"; }
run() {
  show "$(quoted "$@")"
  "$@" | sed 's/^/  /'
}
# run_failing COMMAND…: the same for a command that is meant to end with exit status 1.
run_failing() {
  local status=0
  show "$(quoted "$@")"
  "$@" 2>&1 | sed 's/^/  /' || status=$?
  [[ $status == 1 ]] || { echo "expected exit status 1, not $status" >&2 && exit 1; }
}

say "1. A model, as Xcode writes it, is checked: every name, type, inverse and default."
run coredata validate ../Schemas/FaveFlicks.xcdatamodeld
run coredata info ../Schemas/FaveFlicks.xcdatamodeld

say "2. A document that a person wrote, comments and all. Each object is an element:"
show "sed -n '/id=\"heat\"/,/<\\/Movie>/p' FaveFlicks.xml"
sed -n '/id="heat"/,/<\/Movie>/p' FaveFlicks.xml

say "3. Two slips of the pen, and where they are:"
sed -e 's|<title>Collateral</title>|<titel>Collateral</titel>|' \
  -e 's|<director ref="varda"/>|<director ref="vadra"/>|' FaveFlicks.xml >Slips.xml
run_failing coredata validate Slips.xml

say "4. A query on the sound document: a path may lead through relationships."
run coredata fetch FaveFlicks.xml Movie --columns title,genre,releaseDate,director.name --limit 5

say "5. A question: which films are older than 1970 or have two tags, by country of the director?"
run coredata fetch FaveFlicks.xml Movie --where "releaseDate < '1970-01-01' OR tags.@count > 1" \
  --sort director.country,-releaseDate --columns title,releaseDate,director.country,tags.@count
run coredata fetch FaveFlicks.xml Movie --where "director.name CONTAINS[cd] 'varda'" --explain

say "6. An edit, first on trial (other sides of relationships follow), then in earnest. The diff is one line:"
cp FaveFlicks.xml Before.xml
run coredata update FaveFlicks.xml Movie --where "title == 'Ran (乱)'" --add tags=classic --dry-run
run coredata update FaveFlicks.xml Movie --where "title == 'Heat'" --set "genre=Crime drama"
show "diff Before.xml FaveFlicks.xml"
diff Before.xml FaveFlicks.xml | sed 's/^/  /' || true

say "7. The binary twin: a property list that any reader of property lists opens."
run coredata convert FaveFlicks.canonical.xml FaveFlicks.plist
run wc -c FaveFlicks.canonical.xml FaveFlicks.plist
run coredata info FaveFlicks.plist

say "8. And back to XML: the same bytes."
run coredata convert FaveFlicks.plist Again.xml
run cmp FaveFlicks.canonical.xml Again.xml
echo "  identical"

say "Next: README.md for the library, SampleData/ for documents, 'coredata --help' for the commands."
