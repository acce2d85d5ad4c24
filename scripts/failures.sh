#!/usr/bin/env bash
# Says what a log of the test runner has of failures: the tests that found something, and where a program ended
# that should have gone on, with the functions it was in.
#
# usage: failures.sh LOG
set -euo pipefail

log=$1
[[ -e $log ]] || { echo "$log is not there: nothing was run" && exit 0; }
grep -aE 'recorded an issue|^error: |error: Exited|Fatal error|Program crashed' "$log" |
  cut -c 1-400 | head -n 30 || true
# Of all threads that a report of a crash lists the one that counts.
grep -aE -A 30 '^Thread .* crashed:' "$log" | cut -c 1-200 | head -n 62 || true
