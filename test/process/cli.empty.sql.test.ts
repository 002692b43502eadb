import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Cli, startCli } from '../support/cli.ts';
import { MIGRATIONS } from '../support/database.ts';
import { run } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const OWNER = ['--email', 'owner@example.com'];

test('every command prints one JSON value with --json', async () => {
  await using temporary = await temporaryFolder();
  await using cli = startCli(temporary.folder);
  const footfall = async (...args: string[]) => {
    // The first command starts as it does from a shell.
    const ended =
      args[0] === 'migrate'
        ? await run('bin/footfall.js', [...args, '--json'], temporary.folder)
        : await cli.footfall([...args, '--json']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    return JSON.parse(ended.stdout) as unknown;
  };
  expect(await footfall('migrate')).toEqual({ applied: MIGRATIONS });
  expect(await footfall('account', 'create', ...OWNER, '--password', 'long enough for it')).toEqual({
    id: 1,
    email: 'owner@example.com',
  });
  for (const [from, to] of [
    ['owner@example.com', 'other@example.com'],
    ['other@example.com', 'owner@example.com'],
  ] as const)
    expect(await footfall('account', 'email', '--email', from, '--to', to)).toEqual({ id: 1, email: to });
  expect(await footfall('website', 'create', ...OWNER, '--url', 'Example.COM')).toMatchObject({
    id: 1,
    domain: 'example.com',
    privacy: 1,
    exclude_bots: 1,
  });
  const wrongZone = ['website', 'create', ...OWNER, '--url', 'example.org', '--timezone', 'BST'];
  expect((await cli.footfall(wrongZone)).stderr).toContain(
    'timezone: Must be an IANA time zone, for example Europe/London, Asia/Dhaka; got "BST".',
  );
  expect(
    await footfall(
      'api-key',
      'create',
      ...OWNER,
      '--name',
      'ci',
      '--scopes',
      'stats:read',
      '--website',
      '1',
      '--expires',
      '2999-01-01',
    ),
  ).toEqual({ id: 1, key: expect.stringMatching(/^ff_[\w-]{43}$/) });
  expect(await footfall('api-key', 'list')).toEqual([
    expect.objectContaining({
      id: 1,
      email: 'owner@example.com',
      scopes: ['stats:read'],
      website: 1,
      segment: null,
      expires_at: '2999-01-01T00:00:00.000Z',
      revoked_at: null,
    }),
  ]);
  expect(await footfall('api-key', 'revoke', '1')).toEqual({ id: 1, revoked: true });
  expect(await footfall('website', 'list')).toEqual([
    expect.objectContaining({ id: 1, url: 'https://example.com' }),
  ]);
  const link = ['link', 'create', '--website', '1', '--name', 'Agency', '--panels', 'page, country'];
  const limits = ['--password', 'tall green kettle', '--expires', '2999-01-01'];
  const url = expect.stringMatching(/^http:\/\/localhost:3000\/s\/\w+\/[\w-]{32}$/);
  expect(await footfall(...link, ...limits)).toEqual({ id: 1, url });
  const links = [
    expect.objectContaining({
      id: 1,
      website: 1,
      name: 'Agency',
      url,
      has_password: true,
      segment: null,
      panels: ['country', 'page'],
      expires_at: '2999-01-01T00:00:00.000Z',
      last_used_at: null,
    }),
  ];
  expect(await footfall('link', 'list', '--website', '1')).toEqual(links);
  expect(await footfall('link', 'revoke', '1')).toEqual({ id: 1, revoked: true });
  expect(await footfall('link', 'list')).toEqual([]);
  const note = { id: 1, website: 1, day: '2026-11-21', text: 'Deployed', public: true };
  const added = ['--website', '1', '--day', '2026-11-21', '--text', 'Deployed', '--public'];
  expect(await footfall('annotation', 'create', ...added)).toMatchObject(note);
  expect(await footfall('annotation', 'list', '--website', '1')).toEqual([expect.objectContaining(note)]);
  expect(await footfall('annotation', 'list', '--website', '1', '--from', '2026-11-22')).toEqual([]);
  expect(await footfall('annotation', 'delete', '1')).toEqual({ id: 1, deleted: true });
  const filter = { property: { name: 'plan', startsWith: 'p' } };
  const goal = { id: 1, website: 1, name: 'Plan', filter };
  const saved = ['--website', '1', '--name', 'Plan', '--filter', JSON.stringify(filter)];
  expect(await footfall('goal', 'create', ...saved)).toMatchObject(goal);
  expect((await cli.footfall(['goal', 'create', ...saved])).stderr).toContain(
    'name: The website already has a goal with this name.',
  );
  const wrong = ['goal', 'create', '--website', '1', '--name', 'x', '--filter'];
  expect(await cli.footfall([...wrong, '{'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('filter: Must be JSON, such as'),
  });
  expect((await cli.footfall([...wrong, '{"page": {"starts_with": "/"}}'])).stderr).toContain(
    'filter.page.starts_with: "starts_with" is not an operator. Did you mean "startsWith"?',
  );
  expect(await footfall('goal', 'list', '--website', '1')).toEqual([expect.objectContaining(goal)]);
  expect((await cli.footfall(['goal', 'list', '--website', '1'])).stdout).toContain('"startsWith":"p"');
  const steps = [{ name: 'Plan', goal: 1 }, { filter }];
  const funnel = { id: 1, website: 1, name: 'Choice', steps, scope: 'visit', strict: true, within: 60 };
  const text = ['--website', '1', '--name', 'Choice', '--steps', JSON.stringify(steps)];
  const options = ['--scope', 'visit', '--strict', '--within', '60'];
  expect(await footfall('funnel', 'create', ...text, ...options)).toMatchObject(funnel);
  expect((await cli.footfall(['funnel', 'create', ...text, '--within', 'x'])).stderr).toContain(
    'within: Must be a whole number of seconds, at least 0; got "x".',
  );
  const noSteps = ['funnel', 'create', '--website', '1', '--name', 'x', '--steps', '['];
  expect((await cli.footfall(noSteps)).stderr).toContain('steps: Must be JSON, such as');
  expect(await footfall('funnel', 'list', '--website', '1')).toEqual([expect.objectContaining(funnel)]);
  expect((await cli.footfall(['funnel', 'list', '--website', '1'])).stdout).toMatch(/1 {3}Choice {2}visit/);
  expect((await cli.footfall(['goal', 'delete', '1'])).stderr).toContain('Funnels use this goal: "Choice".');
  expect(await footfall('funnel', 'delete', '1')).toEqual({ id: 1, deleted: true });
  expect(await footfall('funnel', 'list', '--website', '1')).toEqual([]);
  expect(await footfall('goal', 'delete', '1')).toEqual({ id: 1, deleted: true });
  expect(await footfall('goal', 'list', '--website', '1')).toEqual([]);
  expect(await footfall('verify')).toEqual({
    websites: 0,
    rows: 0,
    chunks: 0,
    months: 0,
    imports: 0,
    differences: [],
    timeZoneRules: expect.stringMatching(/^\d{4}[a-z]+$/),
  });
});

const FAILING: [string[], string[]][] = [
  [
    ['account', 'create', '--email', 'nobody', '--password', 'short'],
    ['email: Must be an email address', 'password: Must be at least 12'],
  ],
  [
    ['website', 'create', ...OWNER, '--url', 'example.com'],
    ['email: There is no account with this email address.'],
  ],
  [['api-key', 'revoke', '7'], ['id: There is no API key with this id. List them with']],
  [['api-key', 'create', ...OWNER], ["required option '--name <name>' not specified"]],
  [
    ['api-key', 'create', ...OWNER, '--name', 'x', '--segment', 'Germany'],
    ['segment: Must be the id of a segment.'],
  ],
  [['link', 'revoke', '7'], ['id: There is no shared link with this id. List them with']],
  [['link', 'list', '--website', '7'], ['website: There is no website with this id.']],
  [['annotation', 'delete', '7'], ['id: There is no annotation with this id. List them with']],
  [['goal', 'delete', '7'], ['id: There is no goal with this id. List them with']],
  [['funnel', 'delete', '7'], ['id: There is no funnel with this id. List them with']],
  [['nonsense'], ["unknown command 'nonsense'"]],
];

describe('on a new database', () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
  let cli: Cli;
  beforeAll(async () => {
    temporary = await temporaryFolder();
    cli = startCli(temporary.folder);
  });
  afterAll(async () => {
    await cli[Symbol.asyncDispose]();
    await temporary[Symbol.asyncDispose]();
  });

  test.each(FAILING)('%j fails with advice and exit code 1', async (args, messages) => {
    const ended = await cli.footfall(args);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    for (const message of messages) expect(ended.stderr).toContain(message);
  });
});
