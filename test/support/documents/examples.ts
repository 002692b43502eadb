import { existsSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { readConfig } from '../../../src/config.ts';
import { root } from '../../../src/root.ts';
import { pixelSnippet, snippet } from '../../../src/tracker/snippet.ts';
import { newLink } from '../links.ts';
import { type Mailbox, startMailbox } from '../mailbox.ts';
import { newWebsite } from '../rest.ts';
import type { TestServer } from '../server.ts';
import { type Block, blocksOf } from './blocks.ts';
import { checkOf } from './checks.ts';
import { openShell, type Shell } from './shell.ts';

/** A server with the data that the examples of a document assume, and a key. */
export interface World {
  server: TestServer;
  key: string;
}

const isExample = (block: Block) => checkOf(block)?.how !== 'skip';

/** Defines the tests of the examples of documents, with a server for each document. */
export function testExamples(files: readonly string[], startWorld: () => Promise<World>): void {
  let shell: Shell;
  beforeAll(async () => {
    shell = await openShell();
  });
  afterAll(() => shell?.[Symbol.asyncDispose]());

  const examples = files
    .map((file) => ({ file, blocks: blocksOf(file).filter(isExample) }))
    .filter(({ blocks }) => blocks.length > 0);
  describe.each(examples)('the examples of $file', ({ file, blocks }) =>
    testBlocks(file, blocks, startWorld, () => shell),
  );
}

function testBlocks(
  file: string,
  blocks: readonly Block[],
  startWorld: () => Promise<World>,
  shell: () => Shell,
): void {
  let world: World;
  let mailbox: Mailbox;
  let env: Record<string, string>;
  /** The response of the previous example. */
  let answer: unknown;
  beforeAll(async () => {
    world = await startWorld();
    mailbox = await startMailbox();
    env = {
      SERVER: world.server.url,
      BASE_URL: world.server.deps.config.baseUrl,
      KEY: world.key,
      PASSWORD: 'seven brown teapots',
      DATABASE_URL: world.server.database.url,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Footfall <reports@example.com>',
    };
    // Storing the year of demo traffic takes most of this time.
  });
  afterAll(async () => {
    await mailbox?.[Symbol.asyncDispose]();
    await world?.server[Symbol.asyncDispose]();
  });

  /** Runs commands in a shell; all of them must succeed. */
  async function run({ text }: Block) {
    const ended = await shell().run(text, env);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    try {
      answer = JSON.parse(ended.stdout);
    } catch {
      answer = ended.stdout;
    }
  }

  /** Reads environment variables as the server does. */
  async function readSettings({ text }: Block) {
    const names = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
    const print = `"${process.execPath}" -p 'JSON.stringify(process.env)'`;
    const { stdout } = await shell().run(`set -a\n${text}\n${print}`, env);
    const settings = JSON.parse(stdout);
    expect(names).not.toEqual([]);
    readConfig(Object.fromEntries(names.map((name) => [name, settings[name]])));
  }

  async function refuse({ text }: Block) {
    const init = { method: 'POST', body: new URLSearchParams({ privacy: '3' }) };
    const response = await world.server.call('/api/v1/websites', init);
    expect(JSON.parse(text)).toEqual(await response.json());
  }

  async function askGraphql({ text: query }: Block) {
    const response = await world.server.call('/graphql', {
      method: 'POST',
      key: world.key,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    answer = await response.json();
    expect(answer).not.toHaveProperty('errors');
  }

  /** Returns the address of a real page like that of an iframe: of a shared link, or of a public website. */
  async function framedAddress(frame: string): Promise<string> {
    const address = frame.replaceAll('&amp;', '&');
    if (address.includes('/TOKEN')) {
      const { url } = await newLink(world.server);
      return address.replace('/s/TRACKING_ID/TOKEN', new URL(url).pathname);
    }
    const website = await newWebsite(world.server, { url: 'shared.example', privacy: '0' });
    return address.replace('TRACKING_ID', website.tracking_id);
  }

  /** Checks HTML: a snippet that the server shows, the stub of the tracker, or an iframe that it allows. */
  async function readHtml({ text }: Block) {
    const line = text.replace(/\s+/g, ' ').trim();
    const { config } = world.server.deps;
    const known = [snippet(config, 'TRACKING_ID'), pixelSnippet(config, 'TRACKING_ID')];
    if (known.includes(line)) return;
    const stub = /^<script>(window\.footfall = .*)<\/script>$/.exec(line)?.[1];
    if (stub) {
      const scope = vm.createContext({});
      vm.runInContext(`window = globalThis; ${stub} footfall.track('Signup', { value: 1 });`, scope);
      expect(vm.runInContext('JSON.stringify(footfall.q)', scope)).toBe('[["Signup",{"value":1}]]');
      return;
    }
    const frame = /^<iframe src="https:\/\/stats\.example\.com(\/s\/TRACKING_ID[^"]*)"/.exec(line)?.[1];
    expect(frame).toBeDefined();
    const page = await world.server.call(await framedAddress(`${frame}`), { key: null });
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *');
    const script = /<script defer src="https:\/\/stats\.example\.com([^"]+)"/.exec(line)?.[1];
    if (script) expect((await world.server.call(script, { key: null })).status).toBe(200);
  }

  /** Requests the metrics with the key of a Prometheus configuration. */
  async function scrape({ text }: Block) {
    const { scrape_configs: jobs } = parse(text);
    const key = jobs[0].authorization.credentials;
    expect((await world.server.call('/metrics', { key })).status).toBe(200);
    expect((await world.server.call('/metrics', { key: `${key}x` })).status).toBe(401);
  }

  const ways: Record<string, (block: Block) => unknown> = {
    sh: run,
    json: ({ text }) => {
      const shown = JSON.parse(text);
      const { extensions, ...rest } = answer as { extensions?: unknown };
      expect(shown).toEqual('extensions' in shown ? answer : rest);
    },
    yaml: scrape,
    graphql: askGraphql,
    html: readHtml,
    js: ({ text }) =>
      vm.runInNewContext(text, {
        footfall: { track() {}, page() {} },
        location: { pathname: '/missing' },
      }),
    settings: readSettings,
    layout: ({ text }) => {
      const [folder = '', ...lines] = text.split('\n');
      // Lines that are indented further continue the one above.
      const names = lines.flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
      expect(names.length).toBeGreaterThan(1);
      expect(names.filter((name) => !existsSync(path.join(root, folder, name)))).toEqual([]);
    },
    refusal: refuse,
  };

  // One test, whatever the order of tests is: a person reads a document from top to bottom, and an answer
  // stands below its request.
  test('work as written, from top to bottom', async () => {
    for (const block of blocks) {
      const way = ways[checkOf(block)?.how ?? block.language];
      if (!way)
        throw new Error(`test/support/documents/checks.ts has no check for ${file}:${block.line}; add one.`);
      try {
        await way(block);
      } catch (error) {
        if (error instanceof Error) error.message = `${file}:${block.line}: ${error.message}`;
        throw error;
      }
    }
  });
}
