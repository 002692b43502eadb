import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { LOGGED } from '../../src/http/refusalLog.ts';
import { root } from '../../src/root.ts';
import { readDocument } from '../support/documents/blocks.ts';

/** The first groups of all matches in the sources of a folder, sorted and each once. */
function found(folder: string, pattern: RegExp): string[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  const matches = files
    .filter((file) => /\.(ts|prisma)$/.test(file))
    .flatMap((file) => [...readFileSync(path.join(root, folder, file), 'utf8').matchAll(pattern)]);
  return [...new Set(matches.map(([, name = '']) => name))].sort();
}

/** The names in backticks in a column of the tables of a text. */
function names(text: string, column: number): string[] {
  const cells = text.split('\n').map((line) => /^\|/.test(line) && line.split('|')[column]);
  return cells.flatMap((cell) => [...(cell || '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)).sort();
}

const section = (file: string, title: string) =>
  readDocument(file).split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

test('docs/data.md has each table of the database once', () => {
  const [tables = ''] = section('docs/data.md', 'Tables').split('\nOutside of the database:');
  expect(names(tables, 1)).toEqual(found('prisma', /^model (\w+) /gm));
});

test('docs/data.md names each purpose of a signature', () => {
  const purposes = found('src', /\bsigner\.sign\('(\w+)'/g);
  expect(purposes.length).toBeGreaterThan(4);
  const line = /^\| HMAC-SHA-256 \| (.*?) \|/m.exec(section('docs/data.md', 'Cryptography'))?.[1] ?? '';
  expect([...line.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()).toEqual(purposes);
});

test('docs/operating.md names each security event that only the log of the server has', () => {
  const events = [
    ...found('src', /\bsayUnknown\(\s*\w+,\s*'(\w+)'/g),
    ...found('src', /\bsayOnly\(\s*\w+,\s*(?:right \? '\w+' : )?'(\w+)'/g),
    ...found('src', /\bsayOnly\(\s*\w+,\s*right \? '(\w+)'/g),
    ...found('src', /\baudit: '(\w+)'/g),
  ];
  const logs = section('docs/operating.md', 'Logs');
  const listed = names(logs, 1).filter((name) => name !== 'audit');
  expect([...new Set(listed)]).toEqual([...new Set(events)].sort());
  const [, row = ''] = /^\| `requests_refused` \|.* because of `reason`: (.*);/m.exec(logs) ?? [];
  expect([...row.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual([...LOGGED]);
});
