import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readSources, sourcesFile } from '../../../scripts/sourceHosts.ts';
import list from '../../../src/ingest/source/sources.json' with { type: 'json' };
import { WELL_KNOWN } from '../../../src/ingest/source/wellKnown.ts';
import { root } from '../../../src/root.ts';

const MEDIUM: Record<string, string> = { search: 'search', social: 'social', email: 'email', other: 'paid' };

describe('the list of sources', () => {
  test('is stored exactly as `npm run source-lists` writes it', async () => {
    const kept = await readFile(path.join(root, 'src/ingest/source/sources.json'), 'utf8');
    const input = Object.entries(list.categories).flatMap(([category, hosts]) =>
      Object.entries(hosts).map(([host, source]) => [host, { source, medium: MEDIUM[category] }]),
    );
    const written = readSources(JSON.stringify(Object.fromEntries(input.reverse())));
    expect(sourcesFile(written, list.source)).toBe(kept);
    expect(kept.length).toBeLessThan(300_000);
  });

  test('has each host once, in sorted order', () => {
    const hosts = Object.values(list.categories).map((one) => Object.keys(one));
    expect(new Set(hosts.flat()).size).toBe(hosts.flat().length);
    for (const one of hosts) expect(one).toEqual([...one].sort());
    expect(hosts.flat().length).toBeGreaterThan(1_500);
  });

  test('is read in any spelling, without paths and names that are not hosts', () => {
    const entry = (source: string, medium = 'search') => ({ source, medium });
    expect(
      readSources(
        JSON.stringify({
          'www.B.example': entry(' Two '),
          'b.example': entry('Two'),
          'bücher.example': entry('Books'),
          'b.example/images': entry('Images'),
          buffer: entry('Buffer', 'social'),
          'a.example': entry('One'),
          'ads.example': entry('Ads', 'paid'),
        }),
      ),
    ).toEqual({
      email: {},
      other: { 'ads.example': 'Ads' },
      search: { 'a.example': 'One', 'b.example': 'Two', 'xn--bcher-kva.example': 'Books' },
      social: {},
    });
  });

  test.each([
    [{ 'a b.example': { source: 'A', medium: 'search' } }, 'Not a host: a b.example'],
    [{ 'a.example:80': { source: 'A', medium: 'search' } }, 'Not a host: a.example:80'],
    [{ 'a.example': { source: '', medium: 'search' } }, 'The name of a.example must have 1 to 60 characters'],
    [{ 'a.example': { source: 'A', medium: 'new' } }, 'a.example has an unknown medium: new'],
    [
      {
        'a.example': { source: 'A', medium: 'search' },
        'www.a.example': { source: 'A', medium: 'email' },
      },
      'a.example has two entries: A (search), A (email)',
    ],
  ])('is rejected if an entry is invalid: %j', (entries, message) => {
    expect(() => readSources(JSON.stringify(entries))).toThrow(message);
  });
});

describe('the hand-written sources', () => {
  const hosts = WELL_KNOWN.flatMap((one) => one.hosts.split(' '));

  test('have valid hosts, each once', () => {
    for (const host of hosts) expect(host).toMatch(/^(?!www\.)[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/);
    expect(new Set(hosts).size).toBe(hosts.length);
  });

  test('have aliases that no other source has', () => {
    const aliases = WELL_KNOWN.flatMap(({ aliases }) => aliases?.split(' ') ?? []);
    for (const alias of aliases) expect(alias).toMatch(/^[a-z0-9]+$/);
    const names = WELL_KNOWN.map(({ name }) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
    expect(new Set(aliases).size).toBe(aliases.length);
    expect(names.filter((name) => aliases.includes(name))).toEqual([]);
  });
});
