/**
 * `npm run check:browsers`: walks with the tracker and through the pages in Debian's Firefox (WebDriver BiDi)
 * and WebKitGTK (WebDriver), with the results that test/browser expects in Chromium. Not part of `npm test`,
 * which needs neither. Installs puppeteer-core in a temporary folder.
 *
 *   --pictures DIR   writes a screenshot of each page
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { root } from '../src/root.ts';
import { freePort } from '../test/support/postgresql/server.mjs';
import { firefox } from './browsers/firefox.ts';
import { type Demo, walkPages } from './browsers/pageWalk.ts';
import type { InstalledBrowser } from './browsers/tab.ts';
import { STEPS, takeStep } from './browsers/trackerWalk.ts';
import { webkit } from './browsers/webkit.ts';
import { buildTracker } from './build-tracker.ts';
import { findCommand } from './installed.ts';

const { values } = parseArgs({ options: { pictures: { type: 'string' } } });
const { code, more } = await buildTracker();

/** Starts the demo on a free port and waits until it has data. */
async function startDemo(folder: string): Promise<Demo & AsyncDisposable> {
  const port = String(await freePort());
  const demo = spawn(process.execPath, [path.join(root, 'dist/demo.js')], {
    cwd: folder,
    env: { ...process.env, PORT: port, HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => demo.once('close', () => resolve()));
  let said = '';
  for await (const line of createInterface(demo.stdout)) {
    said += `${line}\n`;
    if (line.includes('Ctrl+C')) break;
  }
  demo.stdout.resume();
  const statistics = /\/s\/\w+/.exec(said)?.[0];
  if (!statistics) throw new Error(`The demo did not start: ${said}`);
  return {
    url: `http://127.0.0.1:${port}`,
    statistics,
    async [Symbol.asyncDispose]() {
      demo.kill();
      await ended;
    },
  };
}

/** @returns whether everything worked. */
async function check({ name, commands, packages, start }: InstalledBrowser, demo: Demo): Promise<boolean> {
  const missing = commands.filter((command) => findCommand(command) === null);
  if (missing.length > 0) {
    process.stdout.write(`${name}: not checked, because ${missing} is not installed (Debian: ${packages})\n`);
    return true;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-browser-'));
  const pictures = values.pictures ? path.resolve(values.pictures, name) : null;
  if (pictures) await mkdir(pictures, { recursive: true });
  let passed = true;
  const report = (title: string, problem: string | null) => {
    process.stdout.write(
      `${name}: ${problem === null ? 'ok  ' : 'FAIL'} ${title}${problem ? `: ${problem}` : ''}\n`,
    );
    passed &&= problem === null;
  };
  try {
    await using tab = await start(folder);
    await tab.resize(1280, 900);
    for (const step of STEPS) report(step.title, await takeStep(tab, step, code, more.code));
    for (const [title, problem] of await walkPages(tab, demo, pictures)) report(title, problem);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return passed;
}

const folder = await mkdtemp(path.join(tmpdir(), 'footfall-browsers-'));
let passed = true;
try {
  await using demo = await startDemo(folder);
  for (const browser of [firefox, webkit]) passed = (await check(browser, demo)) && passed;
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = passed ? 0 : 1;
