import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../src/root.ts';
import { type LabelledSet, SetBuilder } from './accuracyCases.ts';
import { loadUapCore } from './uapCore.ts';

function read<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(root, 'node_modules', file), 'utf8'));
}

interface Profile {
  userAgent: string;
  deviceCategory: string;
  weight: number;
}

/**
 * 10,000 visitors of real websites (package user-agents) with some 950 different User-Agents. The device
 * labels are those of the package, from ua-parser-js; the browser and system labels are from uap-core. The
 * package excludes the crawlers that isbot recognizes, so this set can only show browsers that Footfall's
 * additional rules drop.
 *
 * @param every 4 takes every fourth different User-Agent, for a test that must be quick.
 */
export function recordedTraffic(every = 1): LabelledSet {
  const label = loadUapCore();
  const set = new SetBuilder();
  const taken = new Map<string, boolean>();
  for (const { userAgent, deviceCategory, weight } of read<Profile[]>('user-agents/dist/user-agents.json')) {
    const take = taken.get(userAgent) ?? taken.size % every === 0;
    taken.set(userAgent, take);
    if (!take) continue;
    if (set.has(userAgent)) {
      set.add({ userAgent, weight });
      continue;
    }
    const { browser, os, device } = label(userAgent);
    if (device === 'Spider') set.leaveOut('crawler according to uap-core');
    else set.add({ userAgent, browser, os, device: deviceCategory, weight, kind: 'browser' });
  }
  return set.build('recorded traffic', 'user-agents (device), uap-core (browser, system)', true);
}

/** Crawlers with example User-Agents, collected by hand (package crawler-user-agents). */
export function knownCrawlers(): LabelledSet {
  const set = new SetBuilder();
  const crawlers = read<{ instances: string[] }[]>('crawler-user-agents/crawler-user-agents.json');
  for (const { instances } of crawlers)
    for (const userAgent of instances) set.add({ userAgent, kind: 'crawler' });
  return set.build('known crawlers', 'crawler-user-agents', true);
}

interface Described {
  folder: string;
  description: string;
  userAgent: string;
}

const FOLDER_SYSTEMS: Readonly<Record<string, string>> = {
  'Browsers - Windows': 'Windows',
  'Browsers - Mac': 'macOS',
  'Browsers - Linux': 'Linux',
  Android: 'Android',
  iOS: 'iOS',
  Symbian: 'Symbian',
};

/**
 * The list of techpatterns.com (package random-useragent), sorted into folders and described by hand, 2000 to
 * 2018. The package's other fields are results of ua-parser-js and are not used. Old and rare browsers count
 * as much as Chrome, so the thresholds do not apply.
 */
export function describedByHand(): LabelledSet {
  const set = new SetBuilder();
  for (const { folder, description, userAgent } of read<Described[]>(
    'random-useragent/useragent-data.json',
  )) {
    const [, top = '', second = '', third = ''] = folder.split('/');
    const browsers = `${top}/${second}`.match(/Browsers -/) !== null;
    if (/Spiders|Bots/.test(folder)) set.add({ userAgent, kind: 'crawler' });
    else if (second === 'Console Browsers') set.leaveOut('text browser without scripts');
    else if (top === 'Miscellaneous' && !browsers) set.leaveOut(second.toLowerCase());
    else
      set.add({
        userAgent,
        kind: 'browser',
        browser: browsers ? /^[A-Za-z][A-Za-z .!]*?(?= *(?:[\d(]|-|$))/.exec(description)?.[0] : undefined,
        os: FOLDER_SYSTEMS[top] ?? FOLDER_SYSTEMS[third],
        device: browsers ? 'desktop' : third === 'Tablets' ? 'tablet' : undefined,
      });
  }
  return set.build('described by hand', 'random-useragent (techpatterns.com)', false);
}
