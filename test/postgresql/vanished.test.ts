import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { Ledger } from '../support/crash/ledger.ts';
import { createSite, expectNothingWrong } from '../support/crash/site.ts';
import { type Relay, startRelay } from '../support/postgresql/relay.ts';
import { startProcess } from '../support/process.ts';
import { CHROME, startTestServer, type TestServer, temporaryFolder } from '../support/server.ts';

/** The end of the statement with which a batch of hits locks its websites. */
const LOCKS_WEBSITES = 'FOR NO KEY UPDATE OF "WebsiteLock"';
/** With which other writes begin. */
const LOCKS_WRITES = 'pg_advisory_xact_lock';

/**
 * A connection to the server that calls `trapped` when a statement with the given text has returned a row,
 * before the client learns of it. `sprung` resolves then.
 */
async function startTrap(url: string, text: string, trapped: (relay: Relay) => void) {
  const { hostname, port } = new URL(url);
  let armed = false;
  let spring: () => void = () => undefined;
  const sprung = new Promise<void>((resolve) => {
    spring = resolve;
  });
  let watched: number | null = null;
  const relay = await startRelay(
    { host: hostname, port: Number(port) },
    {
      sent(data, connection) {
        if (armed && data.includes(text)) watched = connection;
      },
      received(data, connection) {
        if (!armed || connection !== watched || !data.includes('SELECT 1\0')) return;
        armed = false;
        trapped(relay);
        spring();
      },
    },
  );
  const through = new URL(url);
  through.host = `127.0.0.1:${relay.port}`;
  return {
    url: through.href,
    mend: relay.mend,
    sprung,
    arm() {
      armed = true;
    },
    async [Symbol.asyncDispose]() {
      await relay.close();
    },
  };
}

/** Sees whether a transaction in a database waits for its next statement, and holds its locks. */
async function watchTransactions(url: string) {
  // Open already when the transaction begins, because the server ends it after two seconds.
  const client = new pg.Client(url);
  await client.connect();
  const query = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`;
  return {
    async oneWaits(): Promise<void> {
      while ((await client.query(query)).rowCount === 0) await sleep(5);
    },
    async [Symbol.asyncDispose]() {
      await client.end();
    },
  };
}

async function addWebsite(server: TestServer) {
  const response = await server.call('/api/v1/websites', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com' }),
  });
  return ((await response.json()) as { data: { id: number; tracking_id: string } }).data;
}

describe('while an instance is cut off in the middle of a transaction', () => {
  test('others change settings', async () => {
    await using other = await startTestServer();
    await using trap = await startTrap(other.database.url, LOCKS_WRITES, (relay) => relay.hang());
    await using one = await startTestServer({
      beside: { ...other, database: { ...other.database, url: trap.url } },
    });
    const { id } = await addWebsite(other);
    const rename = (server: TestServer, timezone: string) =>
      server.call(`/api/v1/websites/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ timezone }),
      });
    await using transactions = await watchTransactions(other.database.url);
    trap.arm();
    const hanging = rename(one, 'Asia/Tokyo');
    await trap.sprung;
    await transactions.oneWaits();
    expect((await rename(other, 'Europe/Paris')).status).toBe(200);
    trap.mend();
    expect((await hanging).status).toBe(200);
  });

  test('others store hits of its website, and its own hit is stored when the network is back', async () => {
    await using other = await startTestServer();
    await using trap = await startTrap(other.database.url, LOCKS_WEBSITES, (relay) => relay.hang());
    await using one = await startTestServer({
      beside: { ...other, database: { ...other.database, url: trap.url } },
    });
    const { id, tracking_id: website } = await addWebsite(other);
    const send = (server: TestServer, path: string) =>
      server.call('/api/event', {
        method: 'POST',
        headers: { 'content-type': 'text/plain', 'user-agent': CHROME },
        body: JSON.stringify({ website, page: `https://example.com${path}` }),
      });
    await using transactions = await watchTransactions(other.database.url);
    trap.arm();
    const hanging = send(one, '/one');
    await trap.sprung;
    await transactions.oneWaits();
    expect((await send(other, '/other')).status).toBe(202);
    trap.mend();
    expect((await hanging).status).toBe(202);
    const stored = await other.deps.db.read.hit.findMany({ where: { websiteId: id } });
    expect(stored.map(({ path }) => path).sort()).toEqual(['/one', '/other']);
  });
});

test('while a process is suspended in a transaction, another stores hits of its website', async () => {
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder);
  await using other = await startProcess(temporary.folder, site.env);
  let pid = 0;
  await using trap = await startTrap(site.url, LOCKS_WEBSITES, () => process.kill(pid, 'SIGSTOP'));
  await using one = await startProcess(temporary.folder, { ...site.env, DATABASE_URL: trap.url });
  pid = one.pid;
  const [website] = site.websites;
  const send = ({ url }: { url: string }, name: string) =>
    fetch(`${url}/api/event`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'user-agent': CHROME },
      body: JSON.stringify({ website, page: `https://example.com/suspended/${name}` }),
    });
  await using transactions = await watchTransactions(site.url);
  trap.arm();
  const suspended = send(one, 'one');
  await trap.sprung;
  await transactions.oneWaits();
  expect((await send(other, 'other')).status).toBe(202);
  process.kill(pid, 'SIGCONT');
  expect((await suspended).status).toBe(202);
  const ledger = new Ledger();
  for (const path of ['/suspended/one', '/suspended/other']) {
    ledger.sent.add(path);
    ledger.acknowledged.add(path);
  }
  await expectNothingWrong(site, 'suspended', [ledger]);
});
