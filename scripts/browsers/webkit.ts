import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { freePort } from '../../test/support/postgresql/server.mjs';
import { eventually } from '../../test/support/site.ts';
import type { InstalledBrowser, Tab } from './tab.ts';

/** Where Debian has the browser that WebKitGTK comes with. */
const findMiniBrowser = () =>
  execFileSync('sh', ['-c', 'ls /usr/lib/*/webkit2gtk-4.*/MiniBrowser']).toString().split('\n')[0];

/** WebKitGTK over WebDriver, in a virtual screen. */
export const webkit: InstalledBrowser = {
  name: 'WebKitGTK',
  commands: ['WebKitWebDriver', 'Xvfb'],
  packages: 'webkit2gtk-driver xvfb',
  async start(folder): Promise<Tab> {
    // It takes a free number, and writes it to descriptor 3 when it is ready.
    const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [number] = await once(xvfb.stdio[3] as Readable, 'data');
    const screen = `:${String(number).trim()}`;
    const port = await freePort();
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      // The sandbox of WebKitGTK needs user namespaces, which containers often forbid.
      env: {
        ...process.env,
        DISPLAY: screen,
        HOME: folder,
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
      },
    });

    async function call(method: string, at: string, body?: object): Promise<unknown> {
      const response = await fetch(`http://127.0.0.1:${port}${at}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      const { value } = (await response.json()) as { value: unknown };
      if (!response.ok) throw new Error(`${method} ${at}: ${JSON.stringify(value)}`);
      return value;
    }

    await eventually('the driver', async () => {
      return call('GET', '/status').then(
        () => true,
        () => false,
      );
    });
    const capabilities = {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
      },
    };
    const { sessionId } = (await call('POST', '/session', { capabilities })) as { sessionId: string };
    const session = `/session/${sessionId}`;
    return {
      goto: async (url) => void (await call('POST', `${session}/url`, { url })),
      evaluate: (expression) =>
        call('POST', `${session}/execute/async`, {
          // Not `eval`, which the policies of Footfall's pages forbid.
          script: `Promise.resolve(${expression}).then(arguments[arguments.length - 1]);`,
          args: [],
        }),
      resize: async (width, height) => void (await call('POST', `${session}/window/rect`, { width, height })),
      screenshot: async () => Buffer.from((await call('GET', `${session}/screenshot`)) as string, 'base64'),
      async [Symbol.asyncDispose]() {
        await call('DELETE', session).catch(() => undefined);
        driver.kill();
        xvfb.kill();
      },
    };
  },
};
