#!/usr/bin/env bash
# The rules that a machine can check. Prints every breach; fails if there is one.
set -uo pipefail
cd "$(dirname "$0")/.."

# Modules without a public face: everything in them is for our own modules.
without_public=(Sources/DocumentStore Sources/ModelCodegen)

# Folders whose files scan bytes or keep values in raw memory, and files that call what Foundation has
# marked so: the only ones that may say `unsafe`.
may_be_unsafe=(
  Sources/DocumentStore/
  Sources/OpenCoreData/Accessors/
  Sources/ManagedModel/Checking/
  Sources/ManagedModel/Reading/
  Sources/PredicateLogic/Archiving/ArchivedTree+Coder.swift
  Sources/PredicateLogic/Expressions/ConstantValue.swift
  Sources/PredicateLogic/Foundation/NumberObject.swift
  Sources/OpenCoreData/Graph/
  Sources/PredicateLogic/Evaluation/
  Sources/PredicateLogic/Text/TextPattern.swift
  Sources/OpenCoreData/History/NSPersistentHistoryToken.swift
  Sources/OpenCoreData/Layout/
  Sources/OpenCoreData/Objects/
  Sources/OpenCoreData/Relationships/
  Sources/OpenCoreData/Saving/
  Sources/OpenCoreData/Documents/InputFile.swift
  Sources/OpenCoreData/Errors/CocoaErrorCodes.swift
  Sources/OpenCoreData/Stores/StoreLocation.swift
  Sources/OpenCoreData/Stores/StoreMetadata.swift
  Sources/OpenCoreData/Values/NSSecureUnarchiveFromDataTransformer.swift
)

longest_file=600
failed=0

folders=()
for folder in Sources Tests Examples Fuzzing Benchmarks/Sources; do
  [[ -d $folder ]] && folders+=("$folder")
done

# check TITLE COMMAND…: a check passes when its command succeeds.
check() {
  local title=$1
  shift
  if "$@"; then
    echo "ok    $title"
  else
    echo "FAILS $title"
    failed=1
  fi
}

# no_swift_lines PATTERN FOLDER…: prints the lines of code, not of comments, that match; fails if there
# are any.
no_swift_lines() {
  local pattern=$1 found
  shift
  found=$(grep -rnE --include='*.swift' "$pattern" "$@" | grep -vE '^[^:]+:[0-9]+: *//')
  [[ -z $found ]] || { echo "$found" && return 1; }
}

formatted() {
  swift format lint --strict --parallel --recursive "${folders[@]}"
}

no_long_files() {
  local found
  found=$(find "${folders[@]}" -name '*.swift' -exec wc -l {} + |
    awk -v most="$longest_file" '$2 != "total" && $1 > most { print $2 ": " $1 " lines" }')
  [[ -z $found ]] || { echo "$found" && return 1; }
}

no_public_in_inner_modules() {
  local folder present=()
  for folder in "${without_public[@]}"; do
    [[ -d $folder ]] && present+=("$folder")
  done
  ((${#present[@]} == 0)) || no_swift_lines '^ *(@[A-Za-z]+(\([^)]*\))? +)*(public|open) +[a-z@]' "${present[@]}"
}

no_forced_try() {
  no_swift_lines '\btry!|nonisolated\(unsafe\)' "${folders[@]}"
}

# Each `@unchecked Sendable` stands under a comment that says "Safe because"; the head of the declaration
# may have several lines.
unchecked_sendable_explained() {
  find "${folders[@]}" -name '*.swift' -print0 | xargs -0 awk '
    FNR == 1 { explained = 0 }
    /^ *\/\// { if (/Safe because/) explained = 1; next }
    /@available\(\*, unavailable\)/ { explained = 1 }
    /@unchecked Sendable/ && !explained { print FILENAME ":" FNR ": " $0; bad = 1 }
    /[{}]|^ *$/ { explained = 0 }
    END { exit bad }'
}

unsafe_only_where_bytes_are_scanned() {
  local found folder
  found=$(grep -rnwE --include='*.swift' 'unsafe' Sources | grep -vE '^[^:]+:[0-9]+: *//')
  for folder in "${may_be_unsafe[@]}"; do
    found=$(grep -v "^$folder" <<<"$found")
  done
  [[ -z $found ]] || { echo "$found" && return 1; }
}

# "MODULE PATH DEPENDENCY…", a line for each target of the package.
targets() {
  swift package describe --type text 2>/dev/null | awk '
    /^Targets:/ { inside = 1 }
    !inside { next }
    /^    Name: / { if (name) print name, path, needs; name = $2; needs = "" }
    /^    Path: / { path = $2 }
    /^    [^ ]/ { listing = /^    Target dependencies:/; next }
    listing && NF { needs = needs " " $1 }
    END { print name, path, needs }'
}

# Each import of a module of ours is one that Package.swift declares for the importing target. (The
# compiler's own check also lets through what is reachable by way of another module. What is indented further is
# a text in a test.)
imports_as_declared() {
  local all ours name path needs found bad=0
  all=$(targets)
  ours=$(cut -d ' ' -f 1 <<<"$all" | paste -sd '|')
  while read -r name path needs; do
    found=$(grep -rnoE --include='*.swift' "^ {0,2}((@[a-zA-Z_]+|[a-z]+) +)*import +($ours)\b" "$path" |
      grep -vE "import +(${name}${needs:+|${needs// /|}})$")
    [[ -z $found ]] || { echo "$found" && bad=1; }
  done <<<"$all"
  swift build --quiet --build-tests --explicit-target-dependency-import-check error || bad=1
  return "$bad"
}

check "Swift files are formatted" formatted
check "no file is longer than $longest_file lines" no_long_files
check "no public declaration in ${without_public[*]}" no_public_in_inner_modules
check "no try!, no nonisolated(unsafe)" no_forced_try
check "each @unchecked Sendable says why it is safe" unchecked_sendable_explained
check "unsafe code only where bytes are scanned" unsafe_only_where_bytes_are_scanned
check "modules import only what they declare" imports_as_declared
exit "$failed"
