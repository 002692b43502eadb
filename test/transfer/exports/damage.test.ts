import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ROW_FORMATS } from '../../../src/transfer/exports/layout.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { temporaryFolder } from '../../support/server.ts';
import { sharedServer } from '../../support/shared.ts';
import { exportTo, type ReadExport, readBack, rewritten } from '../../support/transfer/exports.ts';

const server = sharedServer({}, async (started) => {
  const { id } = await newWebsite(started);
  const traffic = { websiteId: id, timezone: 'UTC', from: '2026-11-01', days: 2, visitors: 4, seed: 3 };
  await record(started, randomTraffic(traffic));
});

/** The content of an archive, or null if it is refused. Any other error fails the test. */
async function readOrRefuse(file: string): Promise<ReadExport | null> {
  try {
    return await readBack(file);
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError', kind: 'invalid' });
    return null;
  }
}

test.each(ROW_FORMATS)(
  'an archive as %s with a wrong byte is refused, or its content is the same',
  async (format) => {
    await using temporary = await temporaryFolder();
    const file = path.join(temporary.folder, 'a.zip');
    await exportTo(file, server(), 1, { format });
    const [whole, content] = [await readFile(file), await readBack(file)];
    const broken = path.join(temporary.folder, 'b.zip');
    const changed = fc.asyncProperty(
      fc.integer({ min: 0, max: whole.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (position, difference) => {
        const bytes = Buffer.from(whole);
        bytes[position] = (bytes[position] as number) ^ difference;
        await writeFile(broken, bytes);
        const found = await readOrRefuse(broken);
        if (found) expect(found).toEqual(content);
      },
    );
    await fc.assert(changed, { numRuns: 150 });
  },
);

test.each([
  ['hits.csv', (text: string) => text.replace('\r\n', '\r\n1,2\r\n'), 'line 2 of hits.csv is not CSV'],
  ['hits.csv', (text: string) => text.replace('page', 'pages'), 'row 1 of hits.csv has no "page"'],
  ['hits.csv', (text: string) => text.replace(/2026-11-0\d,/, '2026-11-31,'), '"day" of row 1 of hits.csv'],
  ['visits.csv', (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1), 'rows, and'],
  ['visits.csv', () => null, 'visits.csv is missing'],
  ['drops.csv', () => null, 'drops.csv is missing'],
  ['sums.csv', () => null, 'sums.csv is missing'],
  [
    'sums.csv',
    (text: string) => `${text}2026-11-01,nose,"",a,1,1,1,1,,\r\n`,
    '"dimension" of row 1 of sums.csv',
  ],
  [
    'sums.csv',
    (text: string) => `${text}2026-11-01,os,"",a,1,1,-1,1,,\r\n`,
    '"pageviews" of row 1 of sums.csv must be between 0 and 1000000000000000; got -1',
  ],
  ['export.json', () => '{', 'export.json is not JSON'],
  ['export.json', (text: string) => text.replace('"version": 1', '"version": 2'), 'it has version 2'],
  ['export.json', (text: string) => text.replace('"goals"', '"gaols"'), 'has no valid "goals"'],
  ['hits.csv', (text: string) => `${text}"${'x'.repeat(2 ** 21)}`, 'is not CSV'],
])('a wrong %s is refused with its place (%#)', async (changed, change, message) => {
  await using temporary = await temporaryFolder();
  const [file, target] = ['a.zip', 'b.zip'].map((name) => path.join(temporary.folder, name)) as [
    string,
    string,
  ];
  await exportTo(file, server(), 1);
  await rewritten(file, target, (name, text) => (name === changed ? change(text) : text));
  await expect(readBack(target)).rejects.toMatchObject({
    details: { fields: { file: [expect.stringContaining(message)] } },
  });
});
