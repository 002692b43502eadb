import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../src/root.ts';

/**
 * The name and folder of a test file say on which databases it runs (CONTRIBUTING.md). These tests find files
 * that would run twice for nothing, or once although their SQL can differ.
 */

/** Folders whose tests of a database exercise SQL statements that can differ between databases. */
const SQL_FOLDERS = ['analysis', 'copy', 'crash', 'db', 'ingest', 'stats'];

/** Folders of tests of one kind of database. */
const DATABASE_FOLDERS = ['sqlite', 'postgresql', 'citus'];

/** The module by which tests open databases. */
const DATABASE = 'support/database.ts';

const TEST = path.join(root, 'test');

/** The modules of `test/` that each module of `test/` imports. */
function readImports(): Map<string, string[]> {
  const files = readdirSync(TEST, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:ts|mjs)$/.test(file),
  );
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(TEST, file), 'utf8');
      const names = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)];
      const paths = names.map(([, name = '']) => path.join(path.dirname(file), name));
      return [file, paths.filter((target) => existsSync(path.join(TEST, target)))];
    }),
  );
}

function reaches(imports: Map<string, string[]>, file: string, wanted: string): boolean {
  const found = new Set([file]);
  for (const module of found) for (const next of imports.get(module) ?? []) found.add(next);
  return found.has(wanted);
}

/**
 * Says what is wrong with the place of a test file; null if it is right.
 * @param branches whether the file distinguishes between databases.
 */
function misplacement(file: string, usesDatabase: boolean, branches = false): string | null {
  const folder = file.slice(0, Math.max(file.indexOf('/'), 0));
  const repeats = /\.sql\.test\.ts$/.test(file);
  if (repeats && folder === 'sqlite') return `${file} runs on SQLite only: name it .test.ts`;
  if (repeats && !usesDatabase) return `${file} uses no database: name it .test.ts`;
  if (!repeats && usesDatabase && SQL_FOLDERS.includes(folder))
    return `${file} uses a database: name it .sql.test.ts`;
  if (!repeats && branches && !DATABASE_FOLDERS.includes(folder))
    return `${file} distinguishes between databases: name it .sql.test.ts`;
  return null;
}

test('each test file is named for the databases on which it runs', () => {
  const imports = readImports();
  const files = [...imports.keys()].filter((file) => file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(200);
  expect(
    files
      .map((file) => misplacement(file, reaches(imports, file, DATABASE)))
      .filter((wrong) => wrong !== null),
  ).toEqual([]);
  for (const folder of DATABASE_FOLDERS)
    expect(files.filter((file) => file.startsWith(`${folder}/`)).length).toBeGreaterThan(0);
});

test('a test file in the wrong place is found', () => {
  expect(misplacement('stats/totals.test.ts', true)).toMatch('name it .sql.test.ts');
  expect(misplacement('stats/totals.sql.test.ts', false)).toMatch('name it .test.ts');
  expect(misplacement('sqlite/lock.sql.test.ts', true)).toMatch('name it .test.ts');
  expect(misplacement('stats/totals.sql.test.ts', true)).toBeNull();
  expect(misplacement('rest/access.test.ts', true)).toBeNull();
  expect(misplacement('rest/access.test.ts', true, true)).toMatch('name it .sql.test.ts');
  const chain = new Map([
    ['a', ['b']],
    ['b', ['c']],
  ]);
  expect([reaches(chain, 'a', 'c'), reaches(chain, 'c', 'a')]).toEqual([true, false]);
});
