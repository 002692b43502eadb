import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/db/open.ts';
import { startCli } from '../support/cli.ts';
import { startMailbox } from '../support/mailbox.ts';
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
  // The website exists now, so the command cannot be run again.
  expect(without.stderr).toMatch(/and run footfall website snippet 1\.\n$/);

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
  expect(link.stderr).toMatch(/and run footfall link list\.\n$/);
  expect(link.stderr).toMatch(/^Warning: BASE_URL is not set\. The link points to http:\/\/localhost/);

  // The JSON value contains no snippet.
  const json = await footfall(create('three.test', '--aliases', 'x1,x2', '--json'));
  expect([json.stderr, JSON.parse(json.stdout)]).toEqual([
    '',
    expect.objectContaining({ domain: 'three.test', aliases: 'x1\nx2' }),
  ]);
});

test('`website snippet` prints the tag of a website, which belongs on its pages', async () => {
  await using temporary = await temporaryFolder();
  await using cli = startCli(temporary.folder);
  const { footfall } = cli;
  await footfall(['account', 'create', ...OWNER, '--password', 'long enough for it']);
  const env = { BASE_URL: 'https://stats.example.com', TRACKER_PATHS: '/ff.js,/ff/in,/ff.gif' };
  const created = await footfall(['website', 'create', ...OWNER, '--url', 'one.test'], env);
  const [, tag = ''] = created.stdout.split('\n');
  expect(tag).toMatch(
    /^<script defer src="https:\/\/stats\.example\.com\/ff\.js" data-website="\w+"><\/script>$/,
  );

  expect(await footfall(['website', 'snippet', '1'], env)).toEqual({
    code: 0,
    stdout: `${tag}\n`,
    stderr: '',
  });
  const both = await footfall(['website', 'snippet', '1', '--noscript'], env);
  const [script, noscript] = both.stdout.split('\n');
  expect([script, noscript]).toEqual([
    tag,
    expect.stringMatching(
      /^<noscript><img src="https:\/\/stats\.example\.com\/ff\.gif\?website=\w+" .*<\/noscript>$/,
    ),
  ]);
  const json = await footfall(['website', 'snippet', '1', '--json'], env);
  expect(JSON.parse(json.stdout)).toEqual({ id: 1, script: tag, noscript });
  const unset = await footfall(['website', 'snippet', '1']);
  expect(unset.stderr).toMatch(/^Warning: BASE_URL is not set\./);
  const missing = await footfall(['website', 'snippet', '2'], env);
  expect([missing.code, missing.stderr]).toEqual([
    1,
    'website: There is no website with this id. List them with `footfall website list`.\n',
  ]);
});

test('`account second-factor` removes the second factors of an account, if `--off` says so', async () => {
  await using temporary = await temporaryFolder();
  await using cli = startCli(temporary.folder);
  const { footfall } = cli;
  await footfall(['account', 'create', ...OWNER, '--password', 'long enough for it']);
  const command = ['account', 'second-factor', ...OWNER];
  expect((await footfall(command)).stderr).toContain("required option '--off' not specified");
  expect((await footfall([...command, '--off'])).stdout).toBe('owner@example.com has no second factor.\n');
  const add = async () => {
    const db = await openDatabase(`file:${path.join(temporary.folder, 'data/footfall.db')}`);
    const at = new Date(0);
    const data = { accountId: 1, kind: 'totp', name: 'Phone', createdAt: at, enabledAt: at };
    await db.write((tx) => tx.secondFactor.create({ data }));
    await db.close();
  };
  await add();
  expect((await footfall([...command, '--off'])).stdout).toBe(
    'Removed the second factors of owner@example.com: Phone.\n',
  );
  await add();
  const json = await footfall([...command, '--off', '--json']);
  expect(JSON.parse(json.stdout)).toEqual({ id: 1, email: 'owner@example.com', removed: ['Phone'] });
});

describe('commands on teams', () => {
  test('create, list, rename and delete a team, and require a second factor', async () => {
    await using temporary = await temporaryFolder();
    await using cli = startCli(temporary.folder);
    const footfall = async (...args: string[]) => (await cli.footfall(args)).stdout;
    const failing = async (...args: string[]) => (await cli.footfall(args)).stderr;
    const json = async (...args: string[]) => JSON.parse(await footfall(...args, '--json')) as unknown;
    await footfall('account', 'create', ...OWNER, '--password', 'long enough for it');
    expect(await failing('team', 'create', '--name', 'Clubs', '--email', 'nobody@example.com')).toBe(
      'email: There is no account with this email address.\n',
    );
    expect(await footfall('team', 'create', '--name', 'Clubs', ...OWNER)).toBe('Created team 2, Clubs.\n');
    expect(await footfall('team', 'rename', '2', '--name', 'Shops')).toBe('Renamed team 2 to Shops.\n');
    expect(await failing('team', 'second-factor', '2')).toBe('require: Give either --require or --off.\n');
    expect(await footfall('team', 'second-factor', '2', '--require')).toBe(
      'Shops requires a second factor.\n',
    );
    expect(await json('team', 'list')).toEqual([
      { id: 1, name: 'owner@example.com', requires_second_factor: false, members: 1, websites: 0 },
      { id: 2, name: 'Shops', requires_second_factor: true, members: 1, websites: 0 },
    ]);
    expect(await footfall('team', 'list')).toContain('2   Shops              required       1        0');
    expect(await json('team', 'second-factor', '2', '--off')).toEqual({
      id: 2,
      requires_second_factor: false,
    });
    await footfall('website', 'create', ...OWNER, '--team', '1', '--url', 'one.test');
    expect(await failing('team', 'delete', '1')).toBe(
      'id: Must have no websites; it has 1. Delete its websites first.\n',
    );
    expect(await json('team', 'delete', '2')).toEqual({ id: 2, deleted: true });
    expect(await failing('team', 'rename', '2', '--name', 'Clubs')).toBe(
      'team: There is no team with the id 2.\n',
    );
  });

  test('mail what they do if SMTP_URL is set, and warn if the mail server is away', async () => {
    await using temporary = await temporaryFolder();
    const mailbox = await startMailbox();
    const env = { BASE_URL: 'https://stats.test', SMTP_URL: mailbox.url, MAIL_FROM: 'a@stats.test' };
    await using cli = startCli(temporary.folder);
    const footfall = (...args: string[]) => cli.footfall(args, env);
    await footfall('account', 'create', ...OWNER, '--password', 'long enough for it');
    const invite = (...more: string[]) =>
      footfall('member', 'invite', '--email', 'ann@example.com', '--role', 'editor', ...more);
    const { stdout, stderr } = await invite();
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^Invited ann@example\.com to owner@example\.com as editor\. .* A mail with it is on/,
    );
    expect(mailbox.mails.map(({ recipients, subject }) => [recipients, subject])).toEqual([
      [['ann@example.com'], 'Invitation to the team “owner@example.com”'],
    ]);
    await mailbox.close();
    const away = await invite('--json');
    expect([away.code, JSON.parse(away.stdout)]).toEqual([0, expect.objectContaining({ mailed: true })]);
    expect(away.stderr).toMatch(/^Warning: .*\nWarning: A mail about an account was not sent: /);
  });
});
