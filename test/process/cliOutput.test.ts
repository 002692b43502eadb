import { expect, test } from '@jest/globals';
import { startCli } from '../support/cli.ts';
import { run } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const OWNER = ['--email', 'owner@example.com'];

test.each([
  [['api-key', 'revoke', '7'], 'There is no API key with this id'],
  [['nonsense'], "unknown command 'nonsense'"],
])('the process of %j has exit code 1', async (args, message) => {
  await using temporary = await temporaryFolder();
  const ended = await run('bin/footfall.js', args, temporary.folder);
  expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
});

test('a command that prints or sends links warns if BASE_URL is not set', async () => {
  await using temporary = await temporaryFolder();
  await using cli = startCli(temporary.folder);
  const { footfall } = cli;
  await footfall(['account', 'create', ...OWNER, '--password', 'long enough for it']);
  const create = (host: string, ...args: string[]) => ['website', 'create', ...OWNER, '--url', host, ...args];

  const without = await footfall(create('one.test'));
  expect(without.code).toBe(0);
  expect(without.stdout).toContain('src="http://localhost:3000/script.js"');
  expect(without.stderr).toMatch(
    /^Warning: BASE_URL is not set\. The snippet points to http:\/\/localhost:3000,/,
  );

  const report = await footfall(['report', 'send', '--website', '1', '--dry-run', 'report.eml']);
  expect(report.stderr).toMatch(
    /^Warning: BASE_URL is not set\. Every link in the email points to http:\/\/localhost/,
  );

  const env = { BASE_URL: 'https://stats.example.com' };
  const right = await footfall(create('two.test'), env);
  expect([right.code, right.stderr]).toEqual([0, '']);
  expect(right.stdout).toContain('src="https://stats.example.com/script.js"');

  const link = await footfall(['link', 'create', '--website', '1', '--name', 'Agency']);
  expect(link.stdout).toMatch(/^Created shared link 1 to one\.test:\nhttp:\/\/localhost:3000\/s\//);
  expect(link.stderr).toMatch(/^Warning: BASE_URL is not set\. The link points to http:\/\/localhost/);

  // The JSON value contains no snippet.
  const json = await footfall(create('three.test', '--json'));
  expect([json.stderr, JSON.parse(json.stdout)]).toEqual([
    '',
    expect.objectContaining({ domain: 'three.test' }),
  ]);
});
