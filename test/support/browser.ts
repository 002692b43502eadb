import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const root = fileURLToPath(new URL('../..', import.meta.url));

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs in a Node of its own: where it unpacks to, and whether its libraries too, is decided by the environment alone. */
const unpackScript = `
  const { default: chromium } = await import('@sparticuz/chromium');
  await chromium.executablePath();
`;

/**
 * The Chromium inside the npm package @sparticuz/chromium (a headless shell, Linux x64), unpacked once into a directory
 * of its own. The package would unpack to /tmp/chromium, where a second test process could find it half written: here it
 * goes to a private directory that is renamed when complete.
 */
async function bundledChromium(): Promise<LaunchOptions> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('@sparticuz/chromium carries a Chromium for Linux x64 only');
  const manifest = await readFile(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
  const home = join(tmpdir(), `footfall-chromium-${JSON.parse(manifest).version}`);
  if (!existsSync(home)) {
    const unpacked = await mkdtemp(`${home}-`);
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpackScript], {
      cwd: root,
      // The name of an AWS runtime makes the package unpack the libraries (nss, nspr, expat) that a bare system lacks.
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
      FONTCONFIG_PATH: process.env.FONTCONFIG_PATH ?? join(home, 'fonts'),
    },
  };
}

/**
 * Launches a real Chromium: the one CHROMIUM_PATH names, else the system's, else the one in @sparticuz/chromium, which
 * CHROMIUM_PATH=bundled asks for. The caller closes it.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const chosen = process.env.CHROMIUM_PATH;
  const paths = !chosen ? installed.filter(existsSync) : chosen === 'bundled' ? [] : [chosen];
  const candidates = paths.map((executablePath) => async () => ({ executablePath }) as LaunchOptions);
  if (!chosen || chosen === 'bundled') candidates.push(bundledChromium);
  const failures: string[] = [];
  for (const candidate of candidates) {
    try {
      // A system's browser may be a stub (Ubuntu's needs snap): what does not start is passed over.
      return await chromium.launch({
        ...(await candidate()),
        ...options,
        args: [...args, ...(options.args ?? [])],
      });
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    'No Chromium could be started. Install one (Debian, Ubuntu: apt install chromium), or set CHROMIUM_PATH to its ' +
      `executable, or on Linux x64 install the npm package @sparticuz/chromium.\n${failures.join('\n')}`,
  );
}
