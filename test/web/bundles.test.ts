import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
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
