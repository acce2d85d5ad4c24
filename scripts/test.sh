#!/usr/bin/env bash
# Runs all tests, in parallel, and keeps what the runner says in .build/test.log.
#
# usage: test.sh [--invariants | --threads] [arguments of swift test]
#
#   --invariants   only the tests of live objects, the whole graph checked after every change (inverses,
#                  maps, sets of changes)
#   --threads      only the test of contexts that work at the same time, under the Thread Sanitizer, which
#                  reports memory that two threads use without an order between them; in .build/threads
set -euo pipefail
cd "$(dirname "$0")/.."

log=.build/test.log
if [[ ${1:-} == --invariants ]]; then
  shift
  log=.build/invariants.log
  export OPENCOREDATA_CHECK_GRAPH=1
  set -- --filter OpenCoreDataTests "$@"
elif [[ ${1:-} == --threads ]]; then
  shift
  log=.build/threads.log
  export TSAN_OPTIONS="halt_on_error=0 exitcode=66 ${TSAN_OPTIONS:-}"
  set -- --scratch-path .build/threads --sanitize=thread -Xswiftc -DTHREAD_CHECKS \
    --filter ConcurrencyTests "$@"
fi
mkdir -p .build
status=0
swift test --parallel "$@" 2>&1 | tee "$log" || status=$?

echo
echo "The runner's closing lines:"
grep -E 'Test run with|Executed [1-9][0-9]* tests?|error: Exited|recorded an issue' "$log" | tail -n 5 \
  || tail -n 5 "$log"
exit "$status"
