#!/usr/bin/env bash
# Says what a log of the test runner has of failures: the tests that found something, and where a program ended
# that should have gone on, with the functions it was in.
#
# usage: failures.sh LOG
set -euo pipefail

log=$1
[[ -e $log ]] || { echo "$log is not there: nothing was run" && exit 0; }
grep -E 'recorded an issue|^error: |error: Exited' "$log" | head -n 20 || true
# The runner's own report of a crash: what was said last, the thread, and its innermost functions.
grep -E -B 3 -A 40 'Program crashed|Fatal error' "$log" | cut -c 1-300 | head -n 90 || true
