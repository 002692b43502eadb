import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { root } from '../../src/root.ts';
import { freePort } from '../../test/support/postgresql/server.mjs';

export const OWNER = { email: 'owner@example.com', password: 'a long password 4 proxies' };

/** METRICS_TOKEN. */
export const TOKEN = 'a token with which to scrape the metrics';

/** The paths of TRACKER_PATHS, as in docs/operating.md. */
export const [SCRIPT_PATH, EVENT_PATH, PIXEL_PATH] = ['/ff/script.js', '/ff/api/event', '/ff/picture.gif'];

/** A client behind a network in front of the proxy. */
export const DISTANT = '198.51.100.7';

/** A built server with a website that excludes the client's address: this machine's, or the distant one. */
export interface Footfall {
  port: number;
  trackingId: string;
  key: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts the built server on its own database, with the settings in deploy/.
 * @param hops TRUST_PROXY.
 */
export async function startFootfall(folder: string, baseUrl: string, hops = 1): Promise<Footfall> {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: `file:${path.join(folder, 'footfall.db')}`,
    BASE_URL: baseUrl,
    HOST: '127.0.0.1',
    TRUST_PROXY: String(hops),
    PORT: String(port),
    METRICS_TOKEN: TOKEN,
    TRACKER_PATHS: [SCRIPT_PATH, EVENT_PATH, PIXEL_PATH].join(),
  };
  const footfall = async (...args: string[]) => {
    const program = path.join(root, 'bin/footfall.js');
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], {
      env,
      cwd: folder,
    });
    return JSON.parse(stdout);
  };
  await footfall('account', 'create', '--email', OWNER.email, '--password', OWNER.password);
  const { key } = await footfall('api-key', 'create', '--email', OWNER.email, '--name', 'proxies');

  const server = spawn(process.execPath, [path.join(root, 'dist/main.js')], { env, cwd: folder });
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  for await (const line of createInterface(server.stdout)) if (line.includes('listens on')) break;
  server.stdout.resume();
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/websites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams({ url: 'shop.test', exclude_ips: hops === 1 ? '127.0.0.1\n::1' : DISTANT }),
  });
  const { data } = (await response.json()) as { data: { tracking_id: string } };
  return {
    port,
    key,
    trackingId: data.tracking_id,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}
