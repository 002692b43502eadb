import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { startCli } from '../support/cli.ts';
import { run } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';
import { parquetOf } from '../support/transfer/parquet.ts';

const OWNER = ['--email', 'owner@example.com'];
const EVENTS = 34_000;

/** A day of GA4 in one row group, with a million parameters in one page of each column. */
const day = () =>
  parquetOf(
    () => `
      SELECT 1793491200000000 + i * 1000000 AS event_timestamp, 'page_view' AS event_name,
        list_transform(range(30), n -> {
          'key': CASE n WHEN 0 THEN 'page_location' ELSE 'key' || n END,
          'value': {
            'string_value': 'https://shop.example/' || (i * 30 + n),
            'int_value': i + n
          }
        }) AS event_params,
        'visitor ' || i AS user_pseudo_id,
        {'category': 'desktop', 'web_info': {'browser': 'Chrome', 'hostname': 'shop.example'}} AS device
      FROM range(${EVENTS}) AS events(i)`,
    'CODEC snappy',
  );

test('a page of Parquet with a million texts is read with a heap of 100 MB', async () => {
  await using temporary = await temporaryFolder();
  await using cli = startCli(temporary.folder);
  await cli.footfall(['account', 'create', ...OWNER, '--password', 'long enough for it']);
  await cli.footfall(['website', 'create', ...OWNER, '--url', 'shop.example']);
  await writeFile(path.join(temporary.folder, 'day.parquet'), await day());
  const args = ['import', 'ga4', 'day.parquet', '--website', '1', '--dry-run', '--json'];
  const ended = await run('dist/cli.js', args, temporary.folder, {
    NODE_OPTIONS: '--max-old-space-size=100',
  });
  expect(ended).toMatchObject({ code: 0 });
  expect(JSON.parse(ended.stdout)).toMatchObject({ rows: EVENTS, pageviews: EVENTS });
});
