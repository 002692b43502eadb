import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { ANALYSIS_DIMENSIONS } from '../../src/engine/registry/dimensions.ts';
import { METRICS } from '../../src/engine/registry/metrics.ts';
import { STATISTICS } from '../../src/engine/registry/statistics.ts';
import { root } from '../../src/root.ts';
import * as documents from '../../src/web/gql/graphql.ts';

const OPERATION = /\b(?:query|mutation|subscription) [A-Z]\w*(?= ?[({])/g;

test('a page contains the operations that it sends, each once, and none of the other pages', async () => {
  const assets = path.join(root, 'dist/web/assets');
  const found: string[] = [];
  const inStatistics: string[] = [];
  for (const name of await readdir(assets)) {
    if (!name.endsWith('.js')) continue;
    const operations = (await readFile(path.join(assets, name), 'utf8')).match(OPERATION) ?? [];
    found.push(...operations);
    if (name.startsWith('stats-')) inStatistics.push(...operations);
  }
  const all = Object.values(documents).flatMap((document) => String(document).match(OPERATION) ?? []);
  // The first view's is read by the server alone (src/web/first).
  const sent = all.filter((operation) => !operation.startsWith('query FirstView'));
  expect(found.sort()).toEqual(sent.sort());
  expect(inStatistics.some((operation) => operation.startsWith('query StatisticsPage'))).toBe(true);
  expect(inStatistics.filter((operation) => operation.startsWith('mutation ChangePassword'))).toEqual([]);
});

test('bundles of pages contain no descriptions of the API', async () => {
  const assets = path.join(root, 'dist/web/assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const text = (await Promise.all(scripts.map((name) => readFile(path.join(assets, name), 'utf8')))).join('');
  const meanings = [ANALYSIS_DIMENSIONS, METRICS, STATISTICS].flatMap((entries) =>
    Object.values<{ meaning: string }>(entries).map(({ meaning }) => meaning),
  );
  expect(meanings.length).toBeGreaterThan(40);
  expect(meanings.filter((meaning) => text.includes(meaning))).toEqual([]);
});
