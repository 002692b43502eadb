import { describe, expect, test } from '@jest/globals';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { readCsv } from '../../../src/transfer/sources/input/csv.ts';
import { readJsonItems } from '../../../src/transfer/sources/input/jsonItems.ts';
import type { Part } from '../../../src/transfer/sources/input/parts.ts';
import { readTable } from '../../../src/transfer/sources/input/table.ts';

/** A part with these bytes, in chunks of a size. */
function partOf(bytes: string | Buffer, size = 16): Part {
  const buffer = Buffer.from(bytes);
  return {
    name: 'a.csv',
    async *bytes() {
      for (let from = 0; from < buffer.length; from += size) yield buffer.subarray(from, from + size);
    },
  };
}

/** The lines and fields of the rows; the messages of rows that cannot be read. */
async function rowsOf(bytes: string | Buffer, size?: number): Promise<[number, string[] | string][]> {
  const rows: [number, string[] | string][] = [];
  for await (const batch of readCsv(partOf(bytes, size)))
    for (const row of batch) rows.push([row.line, row.kind === 'row' ? row.fields : (row.message ?? '')]);
  return rows;
}

const WIDE = 'The row has more than 20000 columns.';
const BROKEN = 'A quoted field of the row has no end, or letters behind its end.';

describe('CSV', () => {
  test.each([
    [
      'without quotes',
      'a,b\n1,2\n',
      [
        [1, ['a', 'b']],
        [2, ['1', '2']],
      ],
    ],
    [
      'without a last line feed',
      'a,b\r\n1,',
      [
        [1, ['a', 'b']],
        [2, ['1', '']],
      ],
    ],
    [
      'with quotes and blank lines',
      '"a,""b""",c\n\n"",d\n',
      [
        [1, ['a,"b"', 'c']],
        [3, ['', 'd']],
      ],
    ],
    ['with a quote inside of a field', '5" disk,a\n', [[1, ['5" disk', 'a']]]],
    [
      'with line feeds in a field',
      '1,"a\nb\r\nc"\n2,d\n',
      [
        [1, ['1', 'a\nb\nc']],
        [4, ['2', 'd']],
      ],
    ],
  ])('%s is read', async (_, text, rows) => {
    expect(await rowsOf(text)).toEqual(rows);
  });

  test('goes on behind rows that are broken', async () => {
    const long = 'x'.repeat(1_100_000);
    const text = ['a', '"b" c', 'd', `"${'e\n'.repeat(150)}f`, '"g', 'h', long, 'é', 'i'].join('\n');
    const rows = await rowsOf(Buffer.concat([Buffer.from(text), Buffer.from([10, 0xe9, 10, 0x6a])]), 65_536);
    const texts = rows.map(([, row]) => (typeof row === 'string' ? row : row.join()));
    expect(texts.filter((row) => row !== 'e')).toEqual([
      ...['a', BROKEN, 'd', BROKEN, 'f', BROKEN, 'h'],
      ...['The line is longer than 1 MiB.', 'é', 'i', 'The line is not encoded in UTF-8.', 'j'],
    ]);
    expect(rows.at(-1)?.[0]).toBe(161);
  });

  test.each([
    ['a long row of several lines', `${`"${'x'.repeat(1_000)}\n",`.repeat(1_100)}`, BROKEN],
    ['many columns', ','.repeat(20_000), WIDE],
    ['many columns with quotes', '"a",'.repeat(20_000), WIDE],
    ['a field with long lines', `"${`${'x'.repeat(300_000)}\n`.repeat(4)}"`, 'The row is longer than 1 MiB.'],
    [
      'fields with long lines',
      `"${`${'x'.repeat(300_000)}\n","`.repeat(4)}"`,
      'The row is longer than 1 MiB.',
    ],
  ])('with %s is skipped with its line, and the rows behind it are read', async (_, row, message) => {
    const rows = await rowsOf(`a\n${row}\n\nb\n`, 65_536);
    expect(rows[1]).toEqual([2, message]);
    expect(rows.at(-1)?.[1]).toEqual(['b']);
  });

  test('with the most columns is read', async () => {
    expect(
      (await rowsOf(`${','.repeat(19_999)}\n${'"a",'.repeat(19_999)}`, 65_536)).map(([line, { length }]) => [
        line,
        length,
      ]),
    ).toEqual([
      [1, 20_000],
      [2, 20_000],
    ]);
  });

  test('that a library writes is read again, for every division into chunks', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', '日') });
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (rows, size) => {
        const text = stringify(rows, { quoted: true });
        expect((await rowsOf(text, size)).map(([, fields]) => fields)).toEqual(rows);
      }),
    );
  });
});

describe('a table', () => {
  const read = async (text: string, required: string[] = []) => {
    const rows: unknown[] = [];
    for await (const batch of readTable(partOf(text, Math.max(16, text.length >> 4)), required))
      for (const row of batch) rows.push(row.kind === 'row' ? [row.get('a'), row.get('b')] : row.message);
    return rows;
  };

  test.each([',', ';', '\t'])(
    'is read by the names of its columns, with the delimiter %j',
    async (delimiter) => {
      const text = ['B, c ,A', '1,2,3', '4,5', '6,7,8,9'].join('\n').replaceAll(',', delimiter);
      expect(await read(text)).toEqual([
        ['3', '1'],
        'The row has 2 fields; the header names 3.',
        'The row has 4 fields; the header names 3.',
      ]);
    },
  );

  test.each([
    ['a'.repeat(2 ** 20 + 1), 'The line is longer than 1 MiB.'],
    [','.repeat(20_000), WIDE],
    ['"a', BROKEN],
  ])(
    'without a header that can be read is refused, and no other row is taken for it (%#)',
    async (header, why) => {
      const text = `\n${header}\na,b\n1,2\n`;
      await expect(read(text, ['a'])).rejects.toThrow(
        `Line 2 of "a.csv" must name the columns, and cannot be read. ${why}`,
      );
    },
  );

  test('with a name twice has the first of these columns', async () => {
    expect(await read('a,b,A\n1,2,3\n')).toEqual([['1', '2']]);
  });

  test('without a required column is refused', async () => {
    await expect(read('a,c\n1,2\n', ['a', 'b'])).rejects.toThrow('"a.csv" has no column "b".');
  });
});

describe('JSON', () => {
  const read = async (text: string, size = 7) => {
    const found: unknown[] = [];
    for await (const batch of readJsonItems(partOf(text, size)))
      for (const row of batch) found.push(row.kind === 'object' ? [row.line, row.value] : row.reason);
    return found;
  };

  test('arrays and sequences of objects are read, for every division into chunks', async () => {
    const items = [{ a: '}"]\\', b: [{ c: 1 }] }, {}, { d: 'é' }];
    const expected = items.map((item, index) => [index + 1, item]);
    for (let size = 1; size < 30; size += 1) {
      expect(await read(JSON.stringify(items, null, 1), size)).toEqual(expected);
      expect(await read(items.map((item) => JSON.stringify(item)).join('\n'), size)).toEqual(expected);
    }
  });

  test('goes on behind an object that is broken', async () => {
    expect(await read('[{"a":1},{"b":x},{"c":3}]')).toEqual([[1, { a: 1 }], 'unreadable', [3, { c: 3 }]]);
  });

  test('that ends too early is refused', async () => {
    await expect(read('[{"a":1},{"b"')).rejects.toThrow(
      '"a.csv" is incomplete: its JSON ends after 1 entries.',
    );
  });
});
