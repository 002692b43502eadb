import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions, type Page, type Request } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Fonts from npm packages, which cover every character even on a machine without fonts. */
const fonts = join(root, 'test/support/fonts');

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * What takes less processor time in tests: they run no code for so long that V8's optimizing compilers would
 * save more time than they take. (`--in-process-gpu` would save a process that only copies pixels, but its
 * thread reads the environment while another may change it, which has crashed Chromium at its start.)
 */
const cheapArgs = ['--js-flags=--no-maglev --no-turbofan'];

/**
 * Runs in its own Node process: only its environment decides where it unpacks to and whether it unpacks the
 * libraries.
 */
const unpackScript = `
  const { default: chromium } = await import('@sparticuz/chromium');
  await chromium.executablePath();
`;

/**
 * The Chromium of the npm package @sparticuz/chromium (a headless shell, Linux x64), unpacked once into a
 * private directory. The package itself would unpack to /tmp/chromium, where a second test process could find
 * it half written. The private directory gets its final name only when it is complete.
 */
async function bundledChromium(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      'The bundled Chromium runs on Linux x64 only: set CHROMIUM_PATH to an installed Chromium.',
    );
  const manifest = await readFile(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
  const home = join(tmpdir(), `footfall-chromium-${JSON.parse(manifest).version}`);
  if (!existsSync(home)) {
    const unpacked = await mkdtemp(`${home}-`);
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpackScript], {
      cwd: root,
      // AWS_EXECUTION_ENV makes the package unpack the libraries (nss, nspr, expat) that a bare system lacks.
      env: { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    });
    await rename(unpacked, home).catch(async (error) => {
      await rm(unpacked, { recursive: true, force: true });
      if (!existsSync(home)) throw error;
    });
  }
  return {
    executablePath: join(home, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: fonts,
      XDG_CACHE_HOME: join(home, 'cache'),
    },
  };
}

/** A headless browser names itself in Client Hints, whatever User-Agent it has, and would be a bot. */
const BRANDS = { 'sec-ch-ua': '"Chromium";v="147", "Not.A/Brand";v="8"' };

/**
 * How long Playwright waits for what must come. A machine that runs many test files at once may
 * take half a minute for what otherwise takes a second; a test ends after 15 minutes.
 */
const TIMEOUT_MS = 150_000;

/**
 * Launches a real Chromium: the executable that CHROMIUM_PATH names, or the one of @sparticuz/chromium if it
 * is unset or `bundled`. The caller closes it.
 * @param options the launch options of Playwright; `env` extends the environment of the browser. For
 *   measurements, `isMeasured` keeps the compilers that a visitor's browser has.
 */
export async function launchBrowser({
  env,
  isMeasured = false,
  ...options
}: LaunchOptions & { isMeasured?: boolean } = {}): Promise<Browser> {
  const chosen = process.env.CHROMIUM_PATH || 'bundled';
  const base: LaunchOptions = chosen === 'bundled' ? await bundledChromium() : { executablePath: chosen };
  try {
    const browser = await chromium.launch({
      ...base,
      ...options,
      env: { ...process.env, ...base.env, ...env },
      args: [...args, ...(isMeasured ? [] : cheapArgs), ...(options.args ?? [])],
    });
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async ({ extraHTTPHeaders, ...rest } = {}) => {
      const context = await newContext({ ...rest, extraHTTPHeaders: { ...BRANDS, ...extraHTTPHeaders } });
      context.setDefaultTimeout(TIMEOUT_MS);
      return context;
    };
    return browser;
  } catch (error) {
    throw new Error(
      `The Chromium of CHROMIUM_PATH=${chosen} does not start. Set it to the executable of a Chromium ` +
        '(Debian, Ubuntu: apt install chromium), or leave it unset on Linux x64.',
      { cause: error },
    );
  }
}

/** How long a page must be without a request to count as loaded, in ms. */
const QUIET_MS = 500;

/**
 * Opens a page, and waits until it has loaded everything: no request runs, besides the stream of live
 * numbers, which never ends.
 */
export async function openLoaded(page: Page, url: string): Promise<void> {
  const running = new Set<Request>();
  let latest = performance.now();
  const begin = (request: Request) => {
    if (request.headers().accept !== 'text/event-stream') running.add(request);
  };
  const end = (request: Request) => {
    running.delete(request);
    latest = performance.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.goto(url);
  while (running.size > 0 || performance.now() - latest < QUIET_MS) await page.waitForTimeout(50);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}
