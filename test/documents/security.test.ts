import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { readDocument } from '../support/documents/blocks.ts';

/** The number of requirements of levels 1 and 2 in ASVS 5.0.0. */
const REQUIREMENTS = 253;
const MAX_WORDS = 8;

const document = readDocument('docs/security.md');

/** The rows of the tables of requirements. A state has backticks unless it is a dash. */
const rows = [...document.matchAll(/^\| (\d+\.\d+\.\d+) \| (.+?) \| `?(.+?)`? \| (.+) \|$/gm)].map(
  ([, id = '', asks = '', state = '', how = '']) => ({ id, asks, state, how }),
);
const met = rows.filter(({ state }) => state === 'met');

/** A number by which ids sort like versions. */
const position = (id: string) => id.split('.').reduce((sum, part) => sum * 100 + Number(part), 0);

/** The files that a cell names. */
const filesIn = (how: string) =>
  [...how.matchAll(/`((?:src|test|docs|deploy|scripts)\/[^`]+|[A-Z]+\.md|tsconfig\.json)`/g)].map(
    ([, file = '']) => file,
  );

const exists = (file: string) => existsSync(path.join(root, file));

test('docs/security.md has each requirement of ASVS 5.0.0, levels 1 and 2, once and in order', () => {
  const positions = rows.map(({ id }) => position(id));
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
  expect(rows).toHaveLength(REQUIREMENTS);
});

test('docs/security.md has each requirement in the section of its chapter', () => {
  const chapters = document.split(/^## V/m).slice(1);
  expect(chapters.map((text) => Number.parseInt(text, 10))).toEqual(
    Array.from({ length: 17 }, (_, i) => i + 1),
  );
  const misplaced = chapters.flatMap((text) =>
    [...text.matchAll(/^\| (\d+)(\.\d+\.\d+) /gm)]
      .filter(([, chapter]) => chapter !== String(Number.parseInt(text, 10)))
      .map(([, chapter, rest]) => `${chapter}${rest}`),
  );
  expect(misplaced).toEqual([]);
});

test('docs/security.md states each requirement in a few words', () => {
  expect(rows.filter(({ asks }) => asks.split(' ').length > MAX_WORDS)).toEqual([]);
});

test('the introduction of docs/security.md counts the states of its tables', () => {
  const counts = [...document.matchAll(/^\| `?(met|–|open)`? \| .* \| (\d+) \|$/gm)].map(
    ([, state = '', count]) => [state, Number(count)],
  );
  expect(counts).toEqual(
    ['met', '–', 'open'].map((name) => [name, rows.filter(({ state }) => state === name).length]),
  );
  expect(counts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(rows.length);
});

test('each requirement that docs/security.md calls met names files, which exist', () => {
  expect(met.filter(({ how }) => filesIn(how).length === 0)).toEqual([]);
  expect(rows.flatMap(({ how }) => filesIn(how)).filter((file) => !exists(file))).toEqual([]);
});

test('each test that docs/security.md names has the title', () => {
  const named = rows.flatMap(({ id, how }) =>
    [...how.matchAll(/`(test\/[^`]+)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({ id, file, title })),
  );
  expect(named.length).toBeGreaterThan(100);
  const isMissing = ({ file, title }: (typeof named)[number]) =>
    !readFileSync(path.join(root, file), 'utf8').replaceAll("\\'", "'").includes(title);
  expect(named.filter(isMissing)).toEqual([]);
});
