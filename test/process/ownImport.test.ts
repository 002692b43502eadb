import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { startCli } from '../support/cli.ts';
import { temporaryFolder } from '../support/server.ts';

const OWNER = ['--email', 'owner@example.com'];
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const lineOf = (day: string, page: string) =>
  `192.0.2.1 - - [${day}/Oct/2025:12:00:00 +0000] "GET ${page} HTTP/1.1" 200 512 "-" "${FIREFOX}"\n`;

test('an export of Footfall is imported into another website, with its goals', async () => {
  await using temporary = await temporaryFolder();
  await using cli = startCli(temporary.folder);
  const inFolder = (name: string) => path.join(temporary.folder, name);
  await writeFile(inFolder('access.log'), lineOf('01', '/') + lineOf('02', '/prices'));
  await cli.footfall(['account', 'create', ...OWNER, '--password', 'long enough for it']);
  await cli.footfall(['website', 'create', ...OWNER, '--url', 'shop.example']);
  await cli.footfall(['website', 'create', ...OWNER, '--url', 'copy.example']);
  const filter = '{"page": {"in": ["/prices"]}}';
  await cli.footfall(['goal', 'create', '--website', '1', '--name', 'Prices', '--filter', filter]);
  await cli.footfall(['import', 'log', inFolder('access.log'), '--website', '1']);
  await cli.footfall(['export', '--website', '1', inFolder('shop.zip')]);

  const imported = await cli.footfall(['import', 'footfall', inFolder('shop.zip'), '--website', '2']);
  expect(imported.code).toBe(0);
  // On a busy machine, the command says how far it is.
  expect(imported.stderr).toMatch(/^(Stored \d+ rows?\.\n)*$/);
  expect(imported.stdout).toContain('2025-10-01 to 2025-10-02: 2 pageviews, 0 events, 2 visits, 2 visitors.');
  expect(imported.stdout).toContain('Restored 1 goal, 0 segments, 0 funnels, 0 annotations.');
  const goals = await cli.footfall(['goal', 'list', '--website', '2', '--json']);
  expect(JSON.parse(goals.stdout)).toMatchObject([{ website: 2, name: 'Prices' }]);
  expect(await cli.footfall(['verify'])).toMatchObject({ code: 0 });

  const list = await cli.footfall(['import', 'list', '--website', '2', '--json']);
  expect(JSON.parse(list.stdout)).toMatchObject([
    ...[{ id: 2, website: 2, source: 'footfall', state: 'done', from: '2025-10-01', to: '2025-10-02' }],
  ]);

  // Its rows go, and what a person may use by now stays.
  expect(await cli.footfall(['import', 'undo', '2'])).toMatchObject({ code: 0 });
  const again = await cli.footfall(['import', inFolder('shop.zip'), '--website', '2', '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({
    ...{ pageviews: 2, restored: { goals: 0 }, skipped: [{ reason: 'existing_setting', count: 1 }] },
  });
});
