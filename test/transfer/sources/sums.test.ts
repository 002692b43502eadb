import { describe, expect, test } from '@jest/globals';
import { AppError } from '../../../src/errors.ts';
import { detectSource, findSource, SOURCES } from '../../../src/transfer/sources/index.ts';
import { type MadeFile, readRecords, sumUp, withFile } from '../../support/transfer/files.ts';
import { MADE_FILES } from '../../support/transfer/made.ts';

/** Another name and a byte-order mark and other line ends, as programs leave them behind. */
const rewritten = ({ bytes }: MadeFile): Buffer =>
  Buffer.from(`\ufeff${bytes.toString().replaceAll('\n', '\r\n')}`);

const cases = Object.entries(MADE_FILES).flatMap(([source, makers]) =>
  Object.entries(makers).map(([name, make]) => ({ source, name, make })),
);

describe('an export is recognized by its content, and its records add up to its sums:', () => {
  test.each(cases)('$source, $name', async ({ source, make }) => {
    const made = await make();
    const found = await withFile(made.bytes, (file) => detectSource(file), 'download');
    expect(found.name).toBe(source);
    expect(sumUp(await readRecords(found, made.bytes, { name: made.name }))).toEqual(made.expected);
    expect(findSource(source)).toBe(found);
  });

  test('with a byte-order mark and CRLF as well', async () => {
    let files = 0;
    for (const { source, make } of cases) {
      const made = await make();
      // Only texts can be rewritten.
      if (!/\.(?:csv|log|jsonl?)$/.test(made.name)) continue;
      files += 1;
      const bytes = rewritten(made);
      expect((await withFile(bytes, (file) => detectSource(file))).name).toBe(source);
      expect(sumUp(await readRecords(findSource(source), bytes, { name: made.name }))).toEqual(made.expected);
    }
    expect(files).toBe(9);
  });
});

test('every source has an export made for tests', () => {
  // Exports of Footfall are made by Footfall (test/transfer/exports).
  const others = SOURCES.map(({ name }) => name).filter((name) => name !== 'footfall');
  expect(Object.keys(MADE_FILES).sort()).toEqual(others.sort());
});

describe('what no source reads is refused with the sources that there are:', () => {
  test('a file', async () => {
    const error = await withFile('to be\nor not\n', (file) => detectSource(file), 'hamlet.txt').catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).message).toMatch(
      /^"hamlet\.txt" is in no format that can be imported\. State the source: .*plausible, umami, .*log\./,
    );
  });

  test('a name', () => {
    expect(() => findSource('plausble')).toThrow('There is no source "plausble". Did you mean "plausible"?');
    expect(() => findSource('piwik')).toThrow(/^There is no source "piwik"\. Must be one of: .*umami/);
  });
});
