import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { postgresqlFaults } from '../../../src/db/postgresql/faults.ts';
import { MIGRATIONS } from '../../support/database.ts';
import { roleDatabase } from '../../support/postgresql/roles.ts';

/** The message that tells a client the key of its connection, and a key that no server has. */
const KEY = 'K'.charCodeAt(0);

/**
 * Passes connections on, and gives clients keys of its own, as poolers do. `shared` tells the second client
 * that it uses the server process of the first one, as in transaction mode.
 */
async function startPooler(target: { host: string; port: number }, shared: boolean) {
  const sockets = new Set<Socket>();
  const sent: string[] = [];
  let firstProcess: string | null = null;
  const server = createServer((near) => {
    const far = connect(target.port, target.host);
    let asksProcess = false;
    near.on('data', (data: Buffer) => {
      asksProcess = data.includes('pg_backend_pid');
      // A simple query: its type, its length and its text.
      if (data[0] === 'Q'.charCodeAt(0)) sent.push(data.toString('utf8', 5, data.length - 1));
      far.write(data);
    });
    far.on('data', (data: Buffer) => {
      near.write(asksProcess && shared ? withProcess(data) : withKey(data));
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  });
  /** Replaces the number of the process in a row by the one that the first client was told. */
  function withProcess(data: Buffer): Buffer {
    const row = data.indexOf('D');
    const length = data.readInt32BE(row + 7);
    const found = data.toString('latin1', row + 11, row + 11 + length);
    firstProcess ??= found;
    if (firstProcess.length !== length) throw new Error('The numbers have different lengths.');
    data.write(firstProcess, row + 11, 'latin1');
    return data;
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    sent,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Replaces the key in the last messages of a login. */
function withKey(data: Buffer): Buffer {
  for (let at = 0; at + 5 <= data.length; at += 1 + data.readInt32BE(at + 1)) {
    if (data[at] === KEY) data.writeInt32BE(data.readInt32BE(at + 5) ^ 0x40000000, at + 5);
    if (data.readInt32BE(at + 1) < 4) break;
  }
  return data;
}

describe('behind a pooler', () => {
  test.each([
    ['in session mode, the database is migrated', false],
    ['in transaction mode, nothing is sent that changes a session, and the start is refused', true],
  ])('%s', async (_title, shared) => {
    await using database = await roleDatabase();
    await database.sql('GRANT CREATE ON SCHEMA public TO $role');
    const direct = new URL(database.url());
    await using pooler = await startPooler({ host: direct.hostname, port: Number(direct.port) }, shared);
    const url = new URL(direct);
    url.port = String(pooler.port);
    if (!shared) {
      expect(await migrate(url.href)).toEqual(MIGRATIONS);
      expect(pooler.sent.slice(0, 4)).toEqual([
        'SELECT pg_backend_pid() AS "id"',
        'BEGIN',
        'SELECT pg_backend_pid() AS "id"',
        'SELECT pg_backend_pid() AS "id"',
      ]);
      return;
    }
    await expect(migrate(url.href)).rejects.toMatchObject({
      advice: expect.stringMatching(
        /behind a connection pooler in transaction mode.*set pool_mode = session/,
      ),
    });
    expect(pooler.sent.filter((text) => /\bSET\b|lock/i.test(text))).toEqual([]);
    expect(await database.tables()).toEqual([]);
  });
});

test.each([
  ['transaction blocks not allowed in statement pooling mode', 'refused', /PgBouncer in statement mode/],
  ['unsupported startup parameter: options', 'refused', /remove options from it/],
  ['no more connections allowed (max_client_conn)', 'crowded', /has no free connection/],
  ['query_wait_timeout', 'crowded', /has no free connection/],
  ['password authentication failed', 'refused', /check the user and the password/],
  ['no such database: footfall', 'refused', /does not exist: run CREATE DATABASE/],
  ['server login has been failing, try again later (server_login_retry)', 'unreachable', /cannot be reached/],
])('the message "%s" of PgBouncer 1.18 is %s', (message, kind, advice) => {
  const error = Object.assign(new pg.DatabaseError(message, 0, 'error'), { code: '08P01' });
  const faults = postgresqlFaults('postgresql://db/footfall');
  expect(faults.kindOf(error)).toBe(kind);
  expect(faults.advice(kind as 'refused', error)).toMatch(advice);
});
