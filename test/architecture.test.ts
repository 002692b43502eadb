import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../src/root.ts';

const SRC = path.join(root, 'src');

/** The folders of src/: each may import from those before it, and from the files of src/ itself. */
const FOLDERS = [
  ...['calendar', 'validation', 'threads', 'db', 'auth', 'stats', 'websites', 'ingest', 'metrics'],
  ...['reports', 'jobs', 'copy', 'tracker', 'http', 'rest', 'graphql', 'cli', 'demo', 'web'],
];

/** Every module of src/ that people write, by its path in src/, with the modules that it imports. */
function readImports(): Map<string, string[]> {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^generated|^web\/gql/.test(file),
  );
  return new Map(files.map((file) => [file, importsOf(file).filter((each) => files.includes(each))]));
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, name = '']) => name,
  );
  return specifiers.map((name) => path.join(path.dirname(file), name));
}

const folderOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '');

/** A circle of imports that is reached from a module; null where there is none. */
function findCircle(imports: Map<string, string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, way: string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return null;
}

test('no module of src imports itself by way of others, not even for a type', () => {
  expect(findCircle(readImports())).toBeNull();
  const circle = new Map([
    ['a', ['b', 'c']],
    ['b', []],
    ['c', ['d']],
    ['d', ['c']],
  ]);
  expect(findCircle(circle)).toEqual(['c', 'd', 'c']);
});

test('each folder of src imports only from folders before it', () => {
  const imports = readImports();
  expect([...new Set([...imports.keys()].map(folderOf))].sort()).toEqual(['', ...FOLDERS].sort());
  const backwards = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => FOLDERS.indexOf(folderOf(target)) > FOLDERS.indexOf(folderOf(file)))
      .filter(() => folderOf(file) !== '')
      .map((target) => `${file} imports ${target}`),
  );
  expect(backwards).toEqual([]);
});

test('docs/architecture.md explains every file and folder of src', () => {
  const text = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
  const explained = [...text.matchAll(/^ {2}([\w.]+\/?) {2,}\S/gm)].map(([, name]) => name);
  const entries = readdirSync(SRC, { withFileTypes: true })
    .filter(({ name }) => name !== 'generated')
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  expect(explained.sort()).toEqual(entries.sort());
});

test('each recipe of docs/extending.md names at most five steps, and only files that exist', () => {
  const recipes = readFileSync(path.join(root, 'docs/extending.md'), 'utf8').split(/^## /m).slice(1);
  expect(recipes.length).toBeGreaterThan(3);
  for (const recipe of recipes) {
    expect([...recipe.matchAll(/^\d\. /gm)].length).toBeLessThanOrEqual(5);
    const files = [...recipe.matchAll(/`((?:src|test|docs|prisma)\/[^`]+)`/g)].map(([, file = '']) => file);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  }
});
