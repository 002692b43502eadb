import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { environmentIn, KIND } from '../support/database.ts';
import { runSql } from '../support/postgresql/sql.ts';
import { npmStart, run, startProcess } from '../support/process.ts';
import { CHROME, temporaryFolder } from '../support/server.ts';

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
  expect(messages).toContain('Email reports are off: SMTP_URL is not set');
  expect(messages).toContainEqual(
    expect.stringMatching(
      /^First start: create the owner account at https:\/\/stats\.example\.com\/setup\?token=[\w-]{32}$/,
    ),
  );
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 200, alive: true });
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 200, ready: true });
  expect(await (await fetch(`${server.url}/script.js`)).text()).toContain('/api/event');
  expect(await server.stop('SIGTERM')).toBe(0);
});

test('SIGTERM lets accepted hits be answered, and all hits answered with 202 are stored', async () => {
  await using temporary = await temporaryFolder();
  const env = { TRACK_LIMIT: '0' };
  const { stdout: account } = await run(
    'bin/footfall.js',
    ['account', 'create', '--email', 'a@example.com', '--password', 'long enough for it', '--json'],
    temporary.folder,
  );
  expect(JSON.parse(account)).toEqual({ id: 1, email: 'a@example.com' });
  const { stdout } = await run(
    'bin/footfall.js',
    ['website', 'create', '--email', 'a@example.com', '--url', 'example.com', '--json'],
    temporary.folder,
  );
  const { tracking_id: website } = JSON.parse(stdout) as { tracking_id: string };

  await using server = await startProcess(temporary.folder, env);
  const hits = Array.from({ length: 200 }, (_, number) =>
    fetch(`${server.url}/api/event`, {
      method: 'POST',
      headers: { 'user-agent': CHROME },
      body: JSON.stringify({ website, page: `https://example.com/${number}` }),
    }).then(
      ({ status }) => status,
      () => 'refused' as const,
    ),
  );
  await Promise.race(hits);
  const stopped = server.stop('SIGTERM');
  const answers = await Promise.all(hits);
  expect(await stopped).toBe(0);
  const stored = answers.filter((answer) => answer === 202).length;
  expect(stored).toBeGreaterThan(0);
  expect(answers.every((answer) => answer === 202 || answer === 'refused')).toBe(true);

  await using again = await startProcess(temporary.folder, env);
  const key = JSON.parse(
    (
      await run(
        'bin/footfall.js',
        ['api-key', 'create', '--email', 'a@example.com', '--name', 'x', '--json'],
        temporary.folder,
      )
    ).stdout,
  ) as { key: string };
  const today = new Date();
  const yesterday = new Date(today.getTime() - 86_400_000);
  const range = `from=${yesterday.toISOString().slice(0, 10)}&to=${today.toISOString().slice(0, 10)}`;
  const response = await fetch(`${again.url}/api/v1/stats/1?name=pageviews&${range}`, {
    headers: { authorization: `Bearer ${key.key}` },
  });
  const { data } = (await response.json()) as { data: { count: number }[] };
  expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(stored);
  expect(await again.stop('SIGTERM')).toBe(0);
  const verified = await run('bin/footfall.js', ['verify', '--json'], temporary.folder);
  expect(verified).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('"differences":[]'),
  });
});

test('SIGTERM to `npm start` reaches the server, which exits with 0', async () => {
  await using temporary = await temporaryFolder();
  const elsewhere = { DATABASE_URL: `file:${temporary.folder}/footfall.db` };
  await using server = await npmStart(
    KIND === 'sqlite' ? elsewhere : await environmentIn(temporary.folder, {}),
  );
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await server.stop('SIGTERM')).toBe(0);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
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

test('all configuration errors are reported at once, and the server does not start', async () => {
  await using temporary = await temporaryFolder();
  const ended = await run('dist/main.js', [], temporary.folder, {
    PORT: '70000',
    DATABASE_URL: 'mysql://root:secret@localhost/x',
    TRUST_PROXY: 'yes',
    SMTP_URL: 'smtp://user:secret@mail.example.com',
    BASE_URL: 'stats.example.com',
  });
  expect(ended.code).toBe(1);
  expect(ended.stdout).toBe('');
  for (const name of ['PORT', 'DATABASE_URL', 'TRUST_PROXY', 'MAIL_FROM', 'BASE_URL'])
    expect(ended.stderr).toContain(`${name} must be`);
  expect(ended.stderr).not.toContain('secret');
});

test('/metrics requires the token, and does not exist without METRICS_TOKEN', async () => {
  await using temporary = await temporaryFolder();
  await using server = await startProcess(temporary.folder, { METRICS_TOKEN: 'prometheus' });
  const metrics = (authorization?: string) =>
    fetch(`${server.url}/metrics`, authorization ? { headers: { authorization } } : {});
  expect((await metrics()).status).toBe(401);
  expect((await metrics('Bearer prometheuz')).status).toBe(401);
  expect(await (await metrics('Bearer prometheus')).text()).toContain('process_cpu_seconds_total');
  await server.stop('SIGTERM');
  await using without = await startProcess(temporary.folder);
  expect((await fetch(`${without.url}/metrics`)).status).toBe(404);
  await without.stop('SIGTERM');
});
