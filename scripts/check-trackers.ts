/**
 * `npm run check:trackers`: installs the published trackers of other products, and walks with each one
 * through a website in Chromium, against a built server with COMPATIBLE. What the server counts is compared
 * with what a person would count. Not part of `npm test`: it needs the npm registry, 300 MB and ten minutes.
 *
 *   --folder DIR    keeps the packages for the next run
 *   --scripts DIR   a folder with scripts that no package contains: umami.js, count.js, matomo.js, fathom.js,
 *                   simple-analytics.js. Those that are missing are reported as not checked
 *   --only NAME[,NAME]
 *                   checks only trackers whose names contain one of them, such as posthog
 *   --requests      also prints the requests
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { COMPATIBLE_NAMES } from '../src/tracker/compatible.ts';
import { launchBrowser } from '../test/support/browser.ts';
import { installProject } from '../test/support/clients/project.ts';
import { type Footfall, startFootfall } from '../test/support/clients/server.ts';
import { ALIAS, type CheckedTracker } from './trackers/checked.ts';
import { expectedOf, readCounted } from './trackers/counted.ts';
import { TRACKER_PACKAGES } from './trackers/packages.ts';
import { PUBLISHED } from './trackers/published.ts';
import { UNPUBLISHED } from './trackers/unpublished.ts';
import { walk, writePage } from './trackers/walk.ts';
import { startWorld, type World } from './trackers/world.ts';

const {
  folder: kept,
  scripts,
  only = '',
  requests,
} = parseArgs({
  options: {
    folder: { type: 'string' },
    scripts: { type: 'string' },
    only: { type: 'string' },
    requests: { type: 'boolean' },
  },
}).values;
const packages = kept ? path.resolve(kept) : await mkdtemp(path.join(tmpdir(), 'footfall-trackers-'));
const data = await mkdtemp(path.join(tmpdir(), 'footfall-trackers-data-'));
const folders = { packages, scripts: scripts ? path.resolve(scripts) : null };
const print = (text: string) => void process.stdout.write(`${text}\n`);

/** Sends a request to the REST API. */
async function call({ url, key }: Footfall, where: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(new URL(where, url), { ...init, headers });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${where}: ${JSON.stringify(answer)}`);
  return answer;
}

/** @returns whether the tracker was counted as expected; null if it was not checked. */
async function check(tracker: CheckedTracker, footfall: Footfall, world: World, browser: Browser) {
  if (!(await writePage(tracker, world, folders))) return null;
  const host = `${tracker.name.replace(/\W+/g, '-').replace(/^-/, '')}.example.com`;
  const fields = { url: host, aliases: ALIAS };
  const created = await call(footfall, '/api/v1/websites', { method: 'POST', body: JSON.stringify(fields) });
  const { id } = (created as { data: { id: number } }).data;
  const before = world.requests.length;
  const errors = await walk(browser, world, tracker, host);
  const counted = await readCounted((where) => call(footfall, where), id);
  const expected = expectedOf(tracker);
  const right = isDeepStrictEqual(counted, expected) && errors.length === 0;
  if (requests || !right)
    for (const { method, path: where, status } of world.requests.slice(before))
      print(`       ${status} ${method} ${where.slice(0, 150)}`);
  print(`${right ? 'ok  ' : 'FAIL'} ${tracker.name}: ${JSON.stringify(counted)}`);
  if (!right) print(`     expected ${JSON.stringify(expected)}`);
  for (const error of errors) print(`     error on the page: ${error}`);
  return right;
}

const ALL = [...PUBLISHED, ...UNPUBLISHED];
const names = only.split(',').map((name) => name.trim());
const unknown = names.find((part) => !ALL.some(({ name }) => name.includes(part)));
if (unknown !== undefined)
  throw new Error(
    `--only: no tracker is named "${unknown}". Trackers: ${ALL.map(({ name }) => name).join(', ')}.`,
  );
const chosen = ALL.filter(({ name }) => names.some((part) => name.includes(part)));
const unchecked: string[] = [];
try {
  await installProject(packages, TRACKER_PACKAGES);
  const env = {
    COMPATIBLE: COMPATIBLE_NAMES.join(),
    TRACK_LIMIT: '0',
    BASE_URL: 'https://stats.example.com',
  };
  await using footfall = await startFootfall(data, env);
  await using world = await startWorld(footfall.url);
  const browser = await launchBrowser({
    args: [`--host-resolver-rules=MAP * 127.0.0.1:${world.port}`, '--ignore-certificate-errors'],
  });
  for (const tracker of chosen) {
    const right = await check(tracker, footfall, world, browser).catch((error) => {
      print(`FAIL ${tracker.name}: ${error}`);
      return false;
    });
    if (right === null) unchecked.push(tracker.name);
    if (right === false) process.exitCode = 1;
  }
  await browser.close();
} finally {
  await rm(data, { recursive: true });
  if (!kept) await rm(packages, { recursive: true });
}
if (unchecked.length > 0)
  print(`Not checked, because --scripts has no file for them: ${unchecked.join(', ')}`);
