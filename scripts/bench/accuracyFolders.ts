import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { type LabelledSet, SetBuilder } from './accuracyCases.ts';
import { loadUapCore } from './uapCore.ts';

/**
 * Data sets that are not in npm packages, read from clones of public repositories. They consist of rare
 * cases: phones of 2005, televisions, mail programs and text browsers, and each counts as much as Chrome. So
 * the thresholds do not apply to them, but their disagreements are worth reading.
 */
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const yaml = (file: string) => parse(readFileSync(file, 'utf8'), { schema: 'failsafe' });

interface UapCoreTest {
  user_agent_string: string;
  family: string;
}

function uapCore(clone: string): LabelledSet {
  const set = new SetBuilder();
  const label = loadUapCore();
  for (const [file, part] of [
    ['test_ua.yaml', 'browser'],
    ['test_os.yaml', 'os'],
  ] as const) {
    const tests: UapCoreTest[] = yaml(path.join(clone, 'tests', file)).test_cases;
    for (const { user_agent_string: userAgent, family } of tests) {
      if (label(userAgent).device === 'Spider') set.add({ userAgent, kind: 'crawler' });
      else set.add({ userAgent, [part]: family });
    }
  }
  return set.build('uap-core tests', 'written by hand; crawlers have the device Spider', false);
}

interface WhichBrowserTest {
  headers: string | Record<string, string>;
  result?: {
    browser?: { name?: string; family?: { name?: string } };
    os?: { name?: string; family?: { name?: string } };
    device?: { type?: string; subtype?: string };
  };
}

function whichBrowser(clone: string): LabelledSet {
  const set = new SetBuilder();
  const folder = path.join(clone, 'tests/data');
  for (const kind of readdirSync(folder))
    for (const file of readdirSync(path.join(folder, kind)))
      for (const { headers, result } of yaml(path.join(folder, kind, file)) as WhichBrowserTest[]) {
        if (typeof headers !== 'string') {
          set.leaveOut('labelled by headers that Footfall does not read');
          continue;
        }
        const userAgent = headers.replace(/^User-Agent: /i, '');
        const { browser, os, device } = result ?? {};
        if (device?.type === 'bot') set.add({ userAgent, kind: 'crawler' });
        else
          set.add({
            userAgent,
            kind: 'browser',
            browser: browser?.name ?? browser?.family?.name,
            os: os?.family?.name ?? os?.name,
            device: device && [device.type, device.subtype].filter(Boolean).join('/'),
          });
      }
  return set.build('WhichBrowser tests', 'written by hand', false);
}

interface UaParserJsTest {
  ua: string;
  expect: { name?: string; type?: string };
}

function uaParserJs(clone: string): LabelledSet {
  const set = new SetBuilder();
  const folder = path.join(clone, 'test/data/ua');
  for (const part of ['browser', 'os', 'device'] as const)
    for (const file of readdirSync(path.join(folder, part)))
      for (const { ua, expect } of json(path.join(folder, part, file)) as UaParserJsTest[]) {
        const label = (part === 'device' ? expect.type : expect.name) ?? '';
        set.add({ userAgent: ua, [part]: label === 'undefined' ? '' : label });
      }
  for (const { ua } of json(path.join(folder, 'extension/crawler.json')) as UaParserJsTest[])
    set.add({ userAgent: ua, kind: 'crawler' });
  return set.build('ua-parser-js tests', 'written by hand', false);
}

/** Browsers that ran on BrowserStack's machines, so that their labels are certain. Desktops only. */
function realUserAgents(unpacked: string): LabelledSet {
  const set = new SetBuilder();
  const started: { id: string; string: string }[] = json(
    path.join(unpacked, 'data/external-raw/browserstack/userAgents.json'),
  );
  for (const { id, string: userAgent } of started) {
    const [, browser, os] = /^([A-Z][a-z]+)-.*--(Windows|OS X)/.exec(id) ?? [];
    const name = browser === 'Ie' ? 'IE' : browser;
    set.add({ userAgent, kind: 'browser', browser: name, os, device: 'desktop' });
  }
  return set.build('started browsers', 'BrowserStack, by the browser that was started', false);
}

const READERS = {
  'uap-core': uapCore,
  'Parser-PHP': whichBrowser,
  'ua-parser-js': uaParserJs,
  'real-user-agents': realUserAgents,
};

/**
 * Reads the data sets whose clones are in a folder: `uap-core` (ua-parser), `Parser-PHP` (WhichBrowser),
 * `ua-parser-js` (faisalman), and `real-user-agents` (the unpacked npm package `@ulixee/real-user-agents`).
 */
export function setsOf(folder: string): LabelledSet[] {
  const present = Object.entries(READERS).filter(([name]) => existsSync(path.join(folder, name)));
  if (present.length === 0)
    throw new Error(`${folder} must contain one of ${Object.keys(READERS).join(', ')}.`);
  return present.map(([name, read]) => read(path.join(folder, name)));
}
