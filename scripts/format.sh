#!/usr/bin/env bash
# Formats all Swift files in place.
set -euo pipefail
cd "$(dirname "$0")/.."

for folder in Sources Tests Examples Benchmarks/Sources; do
  [[ -d $folder ]] || continue
  swift format --in-place --parallel --recursive "$folder"
done
