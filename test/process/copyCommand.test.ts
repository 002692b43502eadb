import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import { showProgress } from '../../src/copy/progress.ts';
import { migrate } from '../../src/db/migrations/migrate.ts';
import { copy, footfall, newTarget, refusal, sharedSources } from '../support/copy/copying.ts';
import { temporaryFolder } from '../support/database.ts';

const source = sharedSources();

test('a source that is missing or not of Footfall is neither created nor changed', async () => {
  await using temporary = await temporaryFolder();
  const [missing, empty, foreign] = ['missing/a.db', 'empty.db', 'foreign.db'].map((name) =>
    path.join(temporary.folder, name),
  );
  await using to = await newTarget();
  expect(await refusal(copy(`file:${missing}`, to.url))).toEqual({
    from: [`There is no database in the file ${missing}.`],
  });
  expect(existsSync(path.dirname(missing ?? ''))).toBe(false);
  await writeFile(empty ?? '', '');
  expect(await refusal(copy(`file:${empty}`, to.url))).toEqual({
    from: [`There is no database in the file ${empty}.`],
  });
  expect(await readFile(empty ?? '', 'utf8')).toBe('');
  new Sqlite(foreign).exec('CREATE TABLE "Hit" ("id" INTEGER)').close();
  const before = await readFile(foreign ?? '');
  expect(await refusal(copy(`file:${foreign}`, to.url))).toEqual({
    from: [expect.stringContaining('footfall migrate')],
  });
  expect((await readFile(foreign ?? '')).equals(before)).toBe(true);
});

test('the command prints one JSON value with --json', async () => {
  const from = await source();
  await using to = await newTarget();
  await using temporary = await temporaryFolder();
  const { code, stdout } = await footfall(temporary.folder, '--from', from.url, '--to', to.url, '--json');
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      tables: Object.fromEntries(Object.entries(from.content).map(([model, rows]) => [model, rows.length])),
      seconds: expect.any(Number),
      verified: true,
    },
  ]);
});

test.each([
  [
    'mysql://root:pass:word@localhost/x',
    'file:to.db',
    /^from: Must be file: and a path, .* or a PostgreSQL URL/,
  ],
  ['', 'file:to.db', /^from: Must be file:/],
  ['file:missing.db', 'file:to.db', /^from: There is no database in the file .*missing\.db\.$/m],
  [
    'file:from.db',
    'postgresql://me:pass:word@127.0.0.1:1/x',
    /^The database x on 127.0.0.1:1 cannot be reached/,
  ],
  ['file:from.db', 'postgresql://me:pass:word@127.0.0.1:1', /^to: Must be/],
])('a copy from %j to %j fails with one message and exit code 1', async (from, to, message) => {
  await using temporary = await temporaryFolder();
  await migrate(`file:${path.join(temporary.folder, 'from.db')}`);
  const ended = await footfall(temporary.folder, '--from', from, '--to', to);
  expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(ended.stderr).not.toContain('pass:word');
  expect(existsSync(path.join(temporary.folder, 'missing.db'))).toBe(false);
});

test('without a terminal, progress is printed every ten seconds', async () => {
  let now = 0;
  const said: string[] = [];
  const shown = showProgress({ isTTY: false, write: (text: string) => said.push(text) > 0 }, () => now);
  shown.begins('a.db', 'b.db', 1_000, 101_000);
  for (let page = 0; page < 20; page += 1) {
    now += 1_000;
    await shown.copied('Hit', 5_000);
  }
  shown.compares();
  shown.end();
  expect(said.join('').split('\n')).toEqual([
    'Copying a.db into b.db. Keep all servers on both databases stopped. ' +
      'Resuming: 1,000 of 101,000 rows are already copied.',
    '51,000 of 101,000 rows (Hit), 5,000 rows/s',
    '101,000 of 101,000 rows (Hit), 5,000 rows/s',
    'All rows are copied. Comparing the databases, which takes about as long.',
    '',
  ]);
});
