/**
 * Imported by a program before it starts: kills it, as `kill -9` does, before a statement of its migrations.
 * KILL_AT is the number of that statement.
 */
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.resolve(process.env.FOOTFALL_ROOT ?? '.', 'package.json'));
let left = Number(process.env.KILL_AT);
function count() {
  left -= 1;
  if (left < 0) process.kill(process.pid, 'SIGKILL');
}

const Sqlite = require('better-sqlite3');
const { exec, prepare } = Sqlite.prototype;
Sqlite.prototype.exec = function (script) {
  for (const statement of script.split(/;\s*\n/)) {
    count();
    exec.call(this, statement);
  }
  return this;
};
Sqlite.prototype.prepare = function (sql) {
  count();
  return prepare.call(this, sql);
};

const { Client } = require('pg');
const { query } = Client.prototype;
Client.prototype.query = function (...args) {
  count();
  return query.apply(this, args);
};
