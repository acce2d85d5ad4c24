#!/usr/bin/env bash
# Runs all tests, in parallel, and keeps what the runner says in .build/test.log.
#
# usage: test.sh [arguments of swift test]
set -euo pipefail
cd "$(dirname "$0")/.."

log=.build/test.log
mkdir -p .build
status=0
swift test --parallel "$@" 2>&1 | tee "$log" || status=$?

echo
echo "The runner's closing lines:"
grep -E 'Test run with|Executed [1-9][0-9]* tests?|error: Exited|recorded an issue' "$log" | tail -n 5 \
  || tail -n 5 "$log"
exit "$status"
