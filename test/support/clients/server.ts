import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../../src/root.ts';
import { startCli } from '../cli.ts';
import { freePort } from '../postgresql/server.mjs';

const OWNER = ['--email', 'owner@example.com'];

/** The built server, with the website example.com, whose id is 1. */
export interface Footfall {
  url: string;
  /** An API key that is not revoked. */
  key: string;
  /** Creates an API key. */
  newKey(): Promise<{ id: number; key: string }>;
  revoke(id: number): Promise<void>;
  /** Stops the server as an upgrade does, and starts it again. */
  restart(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts the built server with a database in `folder`.
 * @param more further environment variables.
 */
export async function startFootfall(folder: string, more: Record<string, string> = {}): Promise<Footfall> {
  const port = await freePort();
  const env = {
    DATABASE_URL: `file:${path.join(folder, 'footfall.db')}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    ...more,
  };
  const cli = startCli(folder);
  const footfall = async (...args: string[]) => {
    const { code, stdout, stderr } = await cli.footfall([...args, '--json'], env);
    if (code !== 0) throw new Error(`footfall ${args.join(' ')} failed: ${stderr}`);
    return JSON.parse(stdout);
  };
  async function start() {
    const server = spawn(process.execPath, [path.join(root, 'dist/main.js')], {
      env: { PATH: process.env.PATH, ...env },
      cwd: folder,
    });
    const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
    for await (const line of createInterface(server.stdout)) if (line.includes('listens on')) break;
    server.stdout.resume();
    return async () => {
      server.kill('SIGTERM');
      await ended;
    };
  }

  await footfall('account', 'create', ...OWNER, '--password', 'a long password 4 clients');
  await footfall('website', 'create', ...OWNER, '--url', 'https://example.com');
  const newKey = () => footfall('api-key', 'create', ...OWNER, '--name', 'client');
  const { key } = await newKey();
  let stop = await start();
  return {
    url: `http://127.0.0.1:${port}`,
    key,
    newKey,
    revoke: (id) => footfall('api-key', 'revoke', String(id)),
    async restart() {
      await stop();
      stop = await start();
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await cli[Symbol.asyncDispose]();
    },
  };
}
