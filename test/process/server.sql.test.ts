import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { environmentIn, KIND } from '../support/database.ts';
import { runSql } from '../support/postgresql/sql.ts';
import { startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

/**
 * Open connections to the database of a folder: SQLite's write-ahead log, or PostgreSQL's list of
 * connections.
 */
async function leftOpen(folder: string): Promise<unknown[]> {
  // The reserve file for a full disk remains.
  const kept = ['footfall.db', 'footfall.db-reserve'];
  if (KIND === 'sqlite') return (await readdir(`${folder}/data`)).filter((name) => !kept.includes(name));
  const { DATABASE_URL = '' } = await environmentIn(folder, {});
  return runSql(
    "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'footfall'",
    DATABASE_URL,
  );
}

test('the built server starts in an empty folder and logs the link to create an account', async () => {
  await using temporary = await temporaryFolder();
  await using server = await startProcess(temporary.folder, { BASE_URL: 'https://stats.example.com' });
  const messages = server.lines.map(({ msg }) => msg);
  expect(messages).toContain('Email reports and links for forgotten passwords are off: SMTP_URL is not set');
  expect(messages).toContainEqual(
    expect.stringMatching(
      /^First start: create the owner account at https:\/\/stats\.example\.com\/setup\?token=[\w-]{32}$/,
    ),
  );
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 200, alive: true });
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: 200, ready: true });
  expect(await (await fetch(`${server.url}/script.js`)).text()).toContain('/api/event');
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('SIGTERM stops the server at once despite an idle connection and a closed log pipe', async () => {
  await using temporary = await temporaryFolder();
  await using server = await startProcess(temporary.folder);
  const { port } = new URL(server.url);
  const idle = connect(Number(port), '127.0.0.1');
  await once(idle, 'connect');
  server.closeLog();
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(await leftOpen(temporary.folder)).toEqual([]);
  idle.destroy();
});
