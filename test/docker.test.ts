import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { readConfig } from '../src/config.ts';
import { root } from '../src/root.ts';
import { run, startProcess } from './support/process.ts';
import { temporaryFolder } from './support/server.ts';

const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
const pkg = JSON.parse(text('package.json'));
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');

/** The instructions of the Dockerfile, one line each, without comments. */
const instructions = text('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .map((line) => /^(\w+)\s+(.*)$/.exec(line))
  .flatMap((match) => (match ? [{ name: match[1] as string, rest: match[2] as string }] : []));
const all = (name: string) => instructions.filter((each) => each.name === name).map(({ rest }) => rest);
const last = (name: string) => all(name).at(-1) ?? '';
const found = (line: string, what: RegExp) => [...line.matchAll(what)].map(([, match = '']) => match);
const shell = all('RUN').join('\n');

/** Returns whether the last matching pattern of .dockerignore excludes the file. */
function isIgnored(file: string): boolean {
  const patterns = text('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  const decisive = patterns.findLast((pattern) => {
    const source = pattern
      .replace(/^!/, '')
      .replace(/[.+]/g, '\\$&')
      .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
    return new RegExp(`^${source}(?:/|$)`).test(file);
  });
  return decisive !== undefined && !decisive.startsWith('!');
}

/** Returns the environment variables that the server reads. */
function knownVariables(): string[] {
  const asked: string[] = [];
  readConfig(new Proxy({}, { get: (_target, name) => void asked.push(String(name)) }));
  return asked;
}

interface Service {
  environment: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  ports?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
  [setting: string]: unknown;
}

interface Compose {
  services: { footfall: Service; postgres: Service };
  volumes: Record<string, unknown>;
}

/** Parses compose.yaml and fills in variables as `docker compose` does; adds their names to `asked`. */
function compose(env: Record<string, string>, asked: string[] = []): Compose {
  return parse(text('compose.yaml'), (_key, value) => {
    if (typeof value !== 'string') return value;
    return value.replace(
      /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
      (_all, name: string, kind?: string, other = '') => {
        asked.push(name);
        if (!env[name] && kind === '?') throw new Error(`${name}: ${other}`);
        return env[name] || other;
      },
    );
  });
}

test('all sources of the image are in the repository, and .dockerignore does not exclude them', () => {
  const copied = all('COPY').filter((line) => !line.startsWith('--from='));
  const sources = copied.flatMap((line) => line.split(/\s+/).slice(0, -1));
  expect(sources).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', 'src', 'bin']));
  for (const source of sources) {
    const files = tracked.filter((file) => file === source || file.startsWith(`${source}/`));
    expect([source, files.length]).not.toEqual([source, 0]);
    expect(files.filter(isIgnored)).toEqual([]);
  }
});

test.each(['.env', '.git/HEAD', 'data/footfall.db', 'dist/main.js', 'node_modules/koa/package.json'])(
  '%s of the build folder does not get into the image',
  (file) => expect(isIgnored(file)).toBe(true),
);

test.each([
  'src/generated/prisma/client.ts',
  'prisma/dev.db',
  'src/.env',
  'test/docker.test.ts',
  'README.md',
])('%s is not sent to the builder', (file) => expect(isIgnored(file)).toBe(true));

test('every stage, script, package and program that the Dockerfile names exists', () => {
  const stages = all('FROM').flatMap((line) => found(line, / AS (\w+)/g));
  const from = all('COPY').flatMap((line) => found(line, /^--from=(\w+)/g));
  expect(stages).toEqual(expect.arrayContaining([...from, 'installed']));
  for (const line of all('FROM')) expect([...stages, 'node']).toContain(line.split(/[ :]/)[0]);

  expect(Object.keys(pkg.scripts)).toEqual(expect.arrayContaining(found(shell, /npm run (\S+)/g)));
  const packages = found(shell, /npm rebuild (\S+)/g);
  expect(packages).toEqual(['better-sqlite3']);
  expect(Object.keys(pkg.dependencies)).toEqual(expect.arrayContaining(packages));

  const programs = found(`${shell}\n${last('CMD')}`, /\b((?:dist|bin)\/\w+\.js)/g);
  expect(programs).toEqual(expect.arrayContaining(['dist/main.js', pkg.bin.footfall]));
  expect(programs.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

/** The variables that the image sets. */
const environment = (): Record<string, string> =>
  Object.fromEntries(all('ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('='))));

test('the image starts node directly, so that no shell intercepts SIGTERM, and as `npm start` does', () => {
  const command = JSON.parse(last('CMD')) as string[];
  expect(command[0]).toBe('node');
  const { MALLOC_ARENA_MAX } = environment();
  const start = `MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX} exec ${command.join(' ').replace('/app/', '')}`;
  expect(start).toBe(pkg.scripts.start);
  expect(last('STOPSIGNAL')).toBe('SIGTERM');
  expect(last('USER')).toBe('node');
});

test('the image sets only known variables, puts the database in the volume and exposes the port', () => {
  const { NODE_ENV, MALLOC_ARENA_MAX: _, ...ours } = environment();
  expect(NODE_ENV).toBe('production');
  expect(knownVariables()).toEqual(expect.arrayContaining(Object.keys(ours)));
  const config = readConfig(ours);
  expect(config.databaseUrl).toMatch(new RegExp(`^file:${last('VOLUME')}/`));
  expect(String(config.port)).toBe(last('EXPOSE'));
});

test('the labels of the image match package.json', () => {
  const labels = Object.fromEntries(
    [...last('LABEL').matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
  const { name, version, description, license } = pkg;
  expect(labels).toEqual({ title: name, version, description, licenses: license });
});

test('compose.yaml requires a password and nothing else', () => {
  expect(() => compose({})).toThrow('POSTGRES_PASSWORD');
  const asked: string[] = [];
  const { footfall, postgres } = compose({ POSTGRES_PASSWORD: 'pass1234' }, asked).services;
  expect([...knownVariables(), 'POSTGRES_PASSWORD']).toEqual(expect.arrayContaining(asked));
  expect(knownVariables()).toEqual(expect.arrayContaining(Object.keys(footfall.environment)));
  expect(postgres.environment.POSTGRES_PASSWORD).toBe('pass1234');
  const databaseUrl = footfall.environment.DATABASE_URL;
  expect(readConfig(footfall.environment)).toEqual({ ...readConfig({}), databaseUrl });
});

/** Those of the published port and of the database of compose.yaml. */
const OF_COMPOSE = ['HOST', 'PORT', 'DATABASE_URL', 'DATABASE_URL_FILE'];

test('compose.yaml passes on every variable of the server that is set, and no other', () => {
  const names = knownVariables().filter((name) => !OF_COMPOSE.includes(name));
  const around = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
  const { footfall } = compose({ POSTGRES_PASSWORD: 'pass1234', ...around }).services;
  expect(footfall.environment).toEqual({ ...around, DATABASE_URL: expect.anything() });
});

test('in compose.yaml, the server uses the database that PostgreSQL creates, once it is ready', () => {
  const { services, volumes } = compose({ POSTGRES_PASSWORD: 'pass1234' });
  const { footfall, postgres } = services;
  const url = new URL(footfall.environment.DATABASE_URL ?? '');
  expect(url).toMatchObject({ hostname: 'postgres', port: '5432', password: 'pass1234' });
  expect({ user: url.username, database: url.pathname.slice(1) }).toEqual({
    user: postgres.environment.POSTGRES_USER,
    database: postgres.environment.POSTGRES_DB,
  });
  expect(footfall.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(postgres.healthcheck?.test).toEqual(
    expect.arrayContaining(['pg_isready', `--username=${url.username}`, `--dbname=${url.pathname.slice(1)}`]),
  );
  expect(postgres.volumes?.map((volume) => volume.split(':')[0])).toEqual(Object.keys(volumes));
});

test('compose.yaml publishes the port of the server on one host port or on one of a range', () => {
  const port = (env: Record<string, string>) =>
    compose({ POSTGRES_PASSWORD: 'pass1234', ...env }).services.footfall.ports;
  expect(port({})).toEqual([`127.0.0.1:3000:${last('EXPOSE')}`]);
  expect(port({ HOST: '0.0.0.0', PORT: '3000-3009' })).toEqual([`0.0.0.0:3000-3009:${last('EXPOSE')}`]);
});

test('no service of compose.yaml can gain privileges or write outside its volume and tmpfs', () => {
  for (const service of Object.values(compose({ POSTGRES_PASSWORD: 'pass1234' }).services))
    expect(service).toMatchObject({
      read_only: true,
      tmpfs: expect.arrayContaining(['/tmp']),
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
});

const [, script = ''] = /^.*?\bCMD \["node", "-e", ("[^"]*")\]$/.exec(last('HEALTHCHECK')) ?? [];
const health = (folder: string, env: Record<string, string>, before = '') =>
  run('--eval', [before + JSON.parse(script)], folder, env);

/** Shows the address that the health check asks, instead of asking it. */
const SHOW = 'globalThis.fetch = async (url) => { console.log(url); return { ok: true }; };';

test('the health check of the image passes while the server runs, and fails with 1 afterwards', async () => {
  await using temporary = await temporaryFolder();
  await using server = await startProcess(temporary.folder);
  const { port } = new URL(server.url);
  expect(await health(temporary.folder, { PORT: port })).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await server.stop('SIGTERM')).toBe(0);
  const after = await health(temporary.folder, { PORT: port });
  expect(after).toMatchObject({ code: 1, stderr: expect.stringContaining('ECONNREFUSED') });
});

test('the health check of the image fails with 1 on an error response', async () => {
  await using temporary = await temporaryFolder();
  const server = createServer((_request, response) => response.writeHead(503).end()).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect((await health(temporary.folder, { PORT: String(port) })).code).toBe(1);
  server.close();
});

test('the health check of the image uses the default port of the server if PORT is not set', async () => {
  await using temporary = await temporaryFolder();
  const { code, stdout } = await health(temporary.folder, {}, SHOW);
  expect([code, stdout]).toEqual([0, `http://localhost:${readConfig({}).port}/healthz\n`]);
});

test.each([
  ['', 'localhost'],
  ['0.0.0.0', 'localhost'],
  ['::', 'localhost'],
  ['172.17.0.2', '172.17.0.2'],
  ['::1', '[::1]'],
  ['[::1]', '[::1]'],
  ['footfall.internal', 'footfall.internal'],
])('with HOST=%s, the health check of the image asks %s', async (HOST, host) => {
  await using temporary = await temporaryFolder();
  const { code, stdout } = await health(temporary.folder, { HOST }, SHOW);
  expect([code, stdout]).toEqual([0, `http://${host}:3000/healthz\n`]);
});

test('the health check of the image passes for a server that listens on one address only', async () => {
  await using temporary = await temporaryFolder();
  await using server = await startProcess(temporary.folder, { HOST: '127.0.0.2' });
  const { port, hostname } = new URL(server.url);
  expect(hostname).toBe('127.0.0.2');
  const found = await health(temporary.folder, { PORT: port, HOST: '127.0.0.2' });
  expect(found).toEqual({ code: 0, stdout: '', stderr: '' });
});
