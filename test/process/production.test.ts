import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { root } from '../../src/root.ts';
import { npmStartIn, run, startProcess } from '../support/process.ts';
import { installProduction } from '../support/production.ts';
import { CHROME, temporaryFolder } from '../support/server.ts';

const pkg = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const dist = path.join(root, 'dist');
const code = (file: string) => readFileSync(path.join(dist, file), 'utf8');
const programs = readdirSync(dist).filter(
  (file) => file.endsWith('.js') && !['script.js', 'more.js'].includes(file),
);

const DYNAMIC = /\b(?:import\(|require\d*\(|\.resolve\()["'`]([^"'`]+)["'`]/g;
const STATIC = /^(?:import|export)\b[^;'"]*["']([^"']+)["'];$/gm;
const found = (text: string, what: RegExp) => [...text.matchAll(what)].map(([, name = '']) => name);

/** The files of dist/ that are loaded before a program's own code runs. */
function loadedFirst(program: string, seen = new Set<string>()): Set<string> {
  if (seen.has(program)) return seen;
  seen.add(program);
  for (const name of found(code(program), STATIC))
    if (name.startsWith('./')) loadedFirst(name.slice(2), seen);
  return seen;
}

/** The packages that are bundled into files of dist/. */
function bundled(files: Iterable<string>): Set<string> {
  return new Set(
    [...files].flatMap((file) => found(code(file), /^\s*\/\/ node_modules\/((?:@[^/\s]+\/)?[^/\s]+)/gm)),
  );
}

test('a server listens before it loads GraphQL, the body parser and the modules for reports', () => {
  const late = ['graphql', 'graphql-yoga', '@pothos/core', 'react-dom', 'nodemailer', 'co-body'];
  expect([...bundled(programs)]).toEqual(expect.arrayContaining(['koa', ...late]));
  const first = bundled(loadedFirst('main.js'));
  expect(first).toContain('koa');
  expect(late.filter((name) => first.has(name))).toEqual([]);
});

test('the built server loads every dependency and bundles only development dependencies', () => {
  const all = programs.map(code).join('\n');
  const loaded = [...found(all, STATIC), ...found(all, DYNAMIC)]
    .filter((name) => !/^(\.|node:|\/)/.test(name))
    .flatMap((name) => found(name, /^((?:@[^/]+\/)?[^/:]+)(?:\/|$)/g));
  const unused = Object.keys(pkg.dependencies).filter(
    (name) => !loaded.includes(name) && !all.includes(`"${name}`),
  );
  expect(unused).toEqual([]);
  const bundledToo = [...bundled(programs)].filter((name) => name in pkg.dependencies);
  expect(bundledToo).toEqual([]);
});

// esbuild gives a bundled CommonJS module no named exports if it is imported dynamically.
test('no bundled package is imported dynamically', () => {
  const folder = path.join(root, 'src');
  const imports = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('web'))
    .flatMap((file) => found(readFileSync(path.join(folder, file), 'utf8'), /\bimport\(\s*'([^.'][^']*)'/g));
  const packages = imports.filter((name) => !name.startsWith('node:'));
  expect(packages).toContain('@node-rs/argon2');
  expect(packages.filter((name) => !(name in pkg.dependencies))).toEqual([]);
});

describe('a production install of the built package', () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
  let home: string;
  beforeAll(async () => {
    temporary = await temporaryFolder();
    home = path.join(temporary.folder, 'package');
    await installProduction(home);
  });
  afterAll(() => temporary?.[Symbol.asyncDispose]());

  test('has no build tools and no sources', () => {
    for (const gone of [
      'node_modules/tsx',
      'node_modules/prisma',
      'node_modules/@prisma/client',
      'node_modules/koa',
      'src',
    ])
      expect([gone, existsSync(path.join(home, gone))]).toEqual([gone, false]);
  });

  test('starts without building, and records hits, serves GraphQL and runs commands', async () => {
    const data = path.join(temporary.folder, 'data');
    const env = { DATABASE_URL: `file:${path.join(data, 'footfall.db')}` };
    const command = (...args: string[]) =>
      run('bin/footfall.js', [...args, '--json'], temporary.folder, env, [], home);
    await command('account', 'create', '--email', 'owner@example.com', '--password', 'long enough for it');
    const { stdout, stderr } = await command(
      'website',
      'create',
      '--email',
      'owner@example.com',
      '--url',
      'shop.example',
    );
    expect(stderr).toBe('');
    const { tracking_id: website } = JSON.parse(stdout) as { tracking_id: string };

    await using server = await npmStartIn(home, env);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    // Sent immediately, while the ingest thread may still be loading the user-agent parser.
    const hit = await fetch(`${server.url}/api/event`, {
      method: 'POST',
      headers: { 'user-agent': CHROME },
      body: JSON.stringify({ website, page: 'https://shop.example/' }),
    });
    expect([hit.status, hit.headers.get('x-footfall-dropped')]).toEqual([202, null]);
    const graphql = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { email } }' }),
    });
    expect(await graphql.json()).toMatchObject({ data: { viewer: null } });
    for (const where of [`/s/${website}`, '/script.js', '/login', '/flags/FR.svg'])
      expect([where, (await fetch(server.url + where)).status]).not.toEqual([where, 500]);
    expect((await command('website', 'list')).stdout).toContain('shop.example');
    expect(await server.stop('SIGTERM')).not.toBe(1);
  });

  test('starts without npm and exits on SIGTERM', async () => {
    await using server = await startProcess(temporary.folder, {}, [], home);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop('SIGTERM')).toBe(0);
  });

  test('without dist/, `npm start` explains how to get it', async () => {
    const dist = path.join(home, 'dist');
    renameSync(dist, `${dist}.moved`);
    const { code, stderr } = await run('scripts/prestart.mjs', [], home, {}, [], home);
    renameSync(`${dist}.moved`, dist);
    expect([code, stderr]).toEqual([1, expect.stringContaining('npm run build')]);
  });
});
