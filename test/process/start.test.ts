import { expect, test } from '@jest/globals';
import { npmStart, run, startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const TOKEN = 'a-token-with-which-to-scrape-the-metrics';

test('SIGTERM to `npm start` reaches the server, which exits with 0', async () => {
  await using temporary = await temporaryFolder();
  await using server = await npmStart({ DATABASE_URL: `file:${temporary.folder}/footfall.db` });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await server.stop('SIGTERM')).toBe(0);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
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
  await using server = await startProcess(temporary.folder, { METRICS_TOKEN: TOKEN });
  const metrics = (authorization?: string) =>
    fetch(`${server.url}/metrics`, authorization ? { headers: { authorization } } : {});
  expect((await metrics()).status).toBe(401);
  expect((await metrics(`Bearer ${TOKEN}z`)).status).toBe(401);
  expect(await (await metrics(`Bearer ${TOKEN}`)).text()).toContain('process_cpu_seconds_total');
  await server.stop('SIGTERM');
  await using without = await startProcess(temporary.folder);
  expect((await fetch(`${without.url}/metrics`)).status).toBe(404);
  await without.stop('SIGTERM');
});
