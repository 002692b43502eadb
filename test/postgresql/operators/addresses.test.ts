import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { openDatabase, resolveUrl } from '../../../src/db/open.ts';
import { CERTIFICATE } from '../../support/certificate.ts';
import { temporaryFolder } from '../../support/database.ts';
import { setRules, turnOnTls } from '../../support/postgresql/files.ts';
import { newData, type PostgresqlServer, startPostgresql } from '../../support/postgresql/server.mjs';
import { run } from '../../support/process.ts';

const refused = (advice: RegExp) => ({ advice: expect.stringMatching(advice) });
const NO_SYNC = { fsync: 'off' };

/** Waits until new connections with TLS succeed, or fail. */
async function untilTls(postgresql: PostgresqlServer): Promise<void> {
  for (;;) {
    const client = new pg.Client({
      connectionString: postgresql.url('postgres'),
      ssl: { rejectUnauthorized: false },
    });
    try {
      await client.connect();
      return;
    } catch {
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Whether the connections to a database are encrypted, as the server sees it. */
async function isEncrypted(url: string): Promise<boolean> {
  const db = await openDatabase(url);
  try {
    const [row] = await db.read.$queryRaw<{ ssl: boolean }[]>`
      SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
    return row?.ssl === true;
  } finally {
    await db.close();
  }
}

test('the socket of the server works in each form of libpq, with pools and a command', async () => {
  await using postgresql = await startPostgresql({ flags: { ...NO_SYNC, unix_socket_directories: '/tmp' } });
  const { username, password } = new URL(postgresql.url('postgres'));
  const login = `${username}:${password}`;
  const port = postgresql.port;
  for (const url of [
    `postgresql://${login}@/footfall_template?host=/tmp&port=${port}`,
    `postgresql://${login}@%2Ftmp:${port}/footfall_template`,
    `postgresql:///footfall_template?host=/tmp&port=${port}&user=${username}&password=${password}`,
  ]) {
    expect(await migrate(url)).toEqual([]);
    const db = await openDatabase(await resolveUrl(url, { forServer: true }));
    expect(await db.read.website.count()).toBe(0);
    await db.write(async (tx) => void (await tx.setting.count()));
    await db.close();
  }
  await using temporary = await temporaryFolder();
  const DATABASE_URL = `postgresql://${login}@/missing?host=/tmp&port=${port}`;
  const ended = await run('dist/main.js', [], temporary.folder, { DATABASE_URL, PORT: '0' });
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The database missing on the socket in /tmp does not exist: run CREATE DATABASE, ' +
      'or correct the name in DATABASE_URL.\n',
  });
});

describe('a server with TLS', () => {
  test('works with a certificate that is signed by itself, which is checked on demand', async () => {
    await using temporary = await temporaryFolder();
    const ca = path.join(temporary.folder, 'ca.pem');
    await writeFile(ca, CERTIFICATE.cert);
    await using postgresql = await startPostgresql({ flags: NO_SYNC });
    const url = (parameters: string, host?: string) =>
      `${postgresql.url('footfall_template', host)}${parameters}`;
    await expect(migrate(url('?sslmode=require'))).rejects.toMatchObject(
      refused(/does not accept encrypted connections: remove sslmode from DATABASE_URL/),
    );
    await turnOnTls(postgresql);
    await untilTls(postgresql);

    expect(await isEncrypted(url(''))).toBe(false);
    for (const parameters of [
      ...['?sslmode=require', '?sslmode=prefer', '?sslmode=no-verify', '?ssl=true'],
      ...['require', 'verify-ca'].map((mode) => `?sslmode=${mode}&sslrootcert=${ca}`),
    ])
      expect([parameters, await isEncrypted(url(parameters))]).toEqual([parameters, true]);
    // The certificate is for localhost.
    const full = `?sslmode=verify-full&sslrootcert=${ca}`;
    expect(await isEncrypted(url(full, 'localhost'))).toBe(true);
    const unchecked = refused(
      /has a certificate that cannot be verified: name the file of its CA .*, or encrypt .*\(sslmode=require\)/,
    );
    for (const [parameters, host] of [
      ['?sslmode=verify-full', 'localhost'],
      [full, '127.0.0.1'],
    ] as const)
      await expect(migrate(url(parameters, host))).rejects.toMatchObject(unchecked);

    const env = { DATABASE_URL: url('?sslmode=verify-full'), PORT: '0' };
    const ended = await run('dist/main.js', [], temporary.folder, env);
    expect([ended.code, ended.stderr.trim().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/cannot be verified/)],
    ]);
    // The driver warns of its own reading of sslmode=require.
    const command = { DATABASE_URL: url('?sslmode=require') };
    expect(await run('bin/footfall.js', ['website', 'list'], temporary.folder, command)).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  test('that admits encrypted connections only asks for sslmode', async () => {
    await using postgresql = await startPostgresql({ flags: NO_SYNC });
    await turnOnTls(postgresql);
    await untilTls(postgresql);
    await setRules(postgresql, 'hostssl all all all password');
    const url = postgresql.url('footfall_template');
    const attempt = async () => {
      for (;;) {
        // The server may not have read its rules yet.
        const error = await migrate(url).catch((reason: unknown) => reason);
        if (error instanceof Error) return error;
        await sleep(50);
      }
    };
    expect(await attempt()).toMatchObject(
      refused(/accepts only encrypted connections: add \?sslmode=require to DATABASE_URL/),
    );
    expect(await migrate(`${url}?sslmode=require`)).toEqual([]);
  });
});

test('wrong passwords and unknown databases are refused with what to correct', async () => {
  await using postgresql = await startPostgresql({ flags: NO_SYNC });
  const wrong = postgresql.url('footfall_template').replace(/:[^:@]*@/, ':wrong@');
  await expect(migrate(wrong)).rejects.toMatchObject(
    refused(/rejected the connection: check the user and the password .*write # as %23/),
  );
  await expect(migrate(postgresql.url('missing'))).rejects.toMatchObject(
    refused(/The database missing on 127\.0\.0\.1:\d+ does not exist: run CREATE DATABASE/),
  );
});

test('a standby is refused: by every command if it is not migrated, otherwise by a server', async () => {
  await using primary = await startPostgresql({ flags: NO_SYNC });
  const data = (await newData()) ?? '';
  await writeFile(path.join(data, 'standby.signal'), '');
  await using standby = await startPostgresql({
    data,
    flags: { ...NO_SYNC, primary_conninfo: primary.url('postgres') },
  });
  const url = standby.url('postgres');
  await expect(migrate(url)).rejects.toMatchObject(
    refused(/is a standby that has not been migrated: point DATABASE_URL to its primary/),
  );
  const migrated = standby.url('footfall_template');
  // Commands that only read work.
  expect(await migrate(migrated)).toEqual([]);
  await using temporary = await temporaryFolder();
  const ended = await run('dist/main.js', [], temporary.folder, { DATABASE_URL: migrated, PORT: '0' });
  expect(ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The .* is a standby, which cannot be written: .* its primary\.\n$/),
  });
});
