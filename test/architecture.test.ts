import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../src/root.ts';

const MAX_COLUMNS = 110;

const SRC = path.join(root, 'src');

/** The rooms of src/, its folders and files: each may import only from those before it. */
const ROOMS = [
  ...['root.ts', 'errors.ts', 'log.ts', 'texts', 'calendar', 'validation', 'threads', 'tracker', 'db'],
  ...[
    'config.ts',
    'engine',
    'auth',
    'websites',
    'stats',
    'ingest',
    'live',
    'reports',
    'copy',
    'transfer',
    'request',
  ],
  ...['http', 'rest', 'graphql', 'cli', 'demo', 'web', 'app'],
];

/** The most rooms that a reader can keep in mind. */
const MAX_ROOMS = 27;

/** Packages for HTTP and GraphQL, which no subject knows. */
const TRANSPORT = /^(?:@?koa\b|graphql\b|@pothos\/)/;

/** Every source file of src/ except generated code, with its imports: paths in src/ and names of packages. */
function readImports(specifiers = ANY_IMPORT): Map<string, string[]> {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^generated|^web\/gql/.test(file),
  );
  return new Map(files.map((file) => [file, importsOf(file, specifiers)]));
}

const ANY_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
/** An import that loads its module together with the one that has it: neither `import()` nor a type. */
const LOADING_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'();]*?\bfrom\s+)?'([^']+)'/gm;

function importsOf(file: string, specifiers: RegExp): string[] {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  const names = [...text.matchAll(specifiers)].map(([, name = '']) => name);
  return names.map((name) => (name.startsWith('.') ? path.join(path.dirname(file), name) : name));
}

/** Returns the shortest way from a module to an import for which `wanted` holds; null if there is none. */
function findWay(
  imports: Map<string, string[]>,
  from: string,
  wanted: (name: string) => boolean,
): string[] | null {
  const ways = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (wanted(next)) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

const roomOf = (file: string) => file.split('/')[0] ?? '';

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

test('each folder and file of src imports only from those before it', () => {
  const imports = readImports();
  expect([...new Set([...imports.keys()].map(roomOf))].sort()).toEqual([...ROOMS].sort());
  expect(ROOMS.length).toBeLessThanOrEqual(MAX_ROOMS);
  // The client of the database is generated; packages are no rooms.
  const backwards = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(roomOf(file)))
      .map((target) => `${file} imports ${target}`),
  );
  expect(backwards).toEqual([]);
});

test('subjects reach neither Koa nor GraphQL nor a request, not even through other modules', () => {
  const imports = readImports();
  const transports = ROOMS.slice(ROOMS.indexOf('request'));
  const isSubject = (file: string) => !transports.includes(roomOf(file));
  const isForbidden = (name: string) => TRANSPORT.test(name) || (imports.has(name) && !isSubject(name));
  const ways = [...imports.keys()].filter(isSubject).map((file) => findWay(imports, file, isForbidden));
  expect(ways.filter((way) => way !== null)).toEqual([]);
  expect(findWay(imports, 'app/main.ts', isForbidden)).not.toBeNull();
  const chain = new Map([
    ['a.ts', ['b.ts', 'zod']],
    ['b.ts', ['koa']],
  ]);
  expect(findWay(chain, 'a.ts', (name) => TRANSPORT.test(name))).toEqual(['a.ts', 'b.ts', 'koa']);
});

test('neither the server nor GraphQL loads what reads imports or writes exports before there is one', () => {
  const imports = readImports(LOADING_IMPORT);
  const isHeavy = (name: string) =>
    /^transfer\/(?:sources\/index|exports\/write|uploads\/service)\.ts$/.test(name) ||
    ['yazl', 'yauzl', 'hyparquet', 'hyparquet-writer', 'fzstd', 'csv-parse', 'iso-3166'].includes(name);
  for (const file of ['app/main.ts', 'graphql/yoga.ts']) expect(findWay(imports, file, isHeavy)).toBeNull();
  for (const file of ['transfer/uploads/thread.ts', 'cli/export.ts'])
    expect(findWay(imports, file, isHeavy)).not.toBeNull();
});

test.each([
  ['passkeys', '@simplewebauthn/'],
  ['OpenID Connect', 'openid-client'],
])('neither the server nor GraphQL loads the library of %s before it is used', (_what, library) => {
  const isLibrary = (name: string) => name.startsWith(library);
  const loading = readImports(LOADING_IMPORT);
  for (const file of ['app/main.ts', 'graphql/yoga.ts']) expect(findWay(loading, file, isLibrary)).toBeNull();
  expect(findWay(readImports(), 'graphql/yoga.ts', isLibrary)).not.toBeNull();
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

/** The lines of a text that are too long. Tables, addresses and code blocks of Markdown cannot be wrapped. */
function longLines(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const wrappable = file.endsWith('.md') ? text.replace(/^ *```[\s\S]*?^ *```$/gm, '') : text;
  const isFixed = file.endsWith('.md') ? /^ *\||https?:\/\// : /^ *\//;
  return wrappable
    .split('\n')
    .filter((line) => line.length > MAX_COLUMNS && !(isFixed.test(line) && !/^ *\/[/*]/.test(line)))
    .map((line) => `${file}: ${line}`);
}

test('lines of sources and documents have at most 110 columns', () => {
  const under = (folder: string, names: RegExp) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => names.test(file) && !/\bgql\/|\bgenerated\//.test(file))
      .map((file) => path.join(folder, file));
  const files = [
    ...['src', 'test', 'scripts'].flatMap((folder) => under(folder, /\.(?:tsx?|mjs)$/)),
    ...under('docs', /\.md$/),
    ...under('src', /\.md$/),
    ...readdirSync(root).filter((file) => file.endsWith('.md')),
  ];
  expect(files.length).toBeGreaterThan(600);
  expect(files.flatMap(longLines)).toEqual([]);
});
