import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { root } from '../src/root.ts';

const text = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('CONTRIBUTING.md says why and until when each override of package.json is needed', () => {
  const [, section = ''] = text('CONTRIBUTING.md').split('\n## Overrides\n');
  const rows = [...section.matchAll(/^\| `([^`]+)` \| (\S+) \| \S.* \| \S.* \|$/gm)];
  const listed = Object.fromEntries(rows.map(([, name, version]) => [name, version]));
  expect(listed).toEqual(JSON.parse(text('package.json')).overrides);
});

test('the lockfile contains no download addresses, which differ between registries', () => {
  expect(text('package-lock.json')).not.toContain('"resolved"');
});

test('the lockfile has a SHA-512 checksum for every package, except optional binaries of platforms', () => {
  type Locked = { integrity?: string; optional?: boolean; os?: string[] };
  const packages = Object.entries(
    JSON.parse(text('package-lock.json')).packages as Record<string, Locked>,
  ).filter(([folder]) => folder !== '');
  expect(packages.length).toBeGreaterThan(500);
  const unchecked = packages.filter(
    ([, { integrity, optional, os }]) => !integrity?.startsWith('sha512-') && !(optional && os),
  );
  expect(unchecked.map(([folder]) => folder)).toEqual([]);
});
