import { expect, test } from '@jest/globals';
import { startCli } from '../support/cli.ts';
import { newWebsite } from '../support/rest.ts';
import { startTestServer, temporaryFolder } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

test('footfall website forget deletes hits beside a running server, and verify agrees', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server, { url: 'https://shop.example' });
  const send = (path: string, address: string) =>
    sendHit(server, { website, page: `https://shop.example${path}` }, { 'x-forwarded-for': address });
  await send('/', '203.0.113.1');
  await send('/reset/4711', '203.0.113.1');
  await send('/reset/4711', '203.0.113.2');
  await using temporary = await temporaryFolder();
  await using cli = startCli(temporary.folder);
  const footfall = (...args: string[]) => cli.footfall(args, { DATABASE_URL: server.database.url });
  const forget = ['website', 'forget', '--website', '1', '--path', '/reset/4711'];
  expect(await footfall(...forget, '--dry-run')).toEqual({
    code: 0,
    stdout: '2 hits (2 visits, 2 visitors, 1 day) would be deleted.\n',
    stderr: '',
  });
  const done = await footfall(...forget, '--json');
  expect(JSON.parse(done.stdout)).toEqual({
    hits: 2,
    visits: 2,
    visitors: 2,
    days: 1,
    drops: 0,
    sums: 0,
    undivided: 0,
  });
  expect((await footfall(...forget)).stdout).toBe('No hits meet the conditions.\n');
  expect((await footfall('verify')).code).toBe(0);
  const shown = await server.call('/api/v1/metrics/1?from=2026-11-21&to=2026-11-21');
  expect(await shown.json()).toMatchObject({ data: { visitors: 1, pageviews: 1, bounces: 1 } });
  // The visitor whose hits are gone is still on the website.
  await send('/', '203.0.113.2');
  expect((await footfall('verify')).code).toBe(0);
});

test('footfall website forget needs a condition', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  await using temporary = await temporaryFolder();
  await using cli = startCli(temporary.folder);
  const { code, stderr } = await cli.footfall(['website', 'forget', '--website', '1'], {
    DATABASE_URL: server.database.url,
  });
  expect([code, stderr]).toEqual([
    1,
    'forget: Needs at least one of --before, --path, --country and --property.\n',
  ]);
});
