import { existsSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { program } from '../src/cli/program.ts';
import { readConfig } from '../src/config.ts';
import { fillDemo } from '../src/demo/fill.ts';
import { root } from '../src/root.ts';
import { pixelSnippet, snippet } from '../src/tracker/snippet.ts';
import { type Block, blocksOf, DOCUMENTS, inlineCode, readDocument } from './support/documents/blocks.ts';
import { CHECKS, checkOf } from './support/documents/checks.ts';
import { openShell, type Shell } from './support/documents/shell.ts';
import { newLink } from './support/links.ts';
import { type Mailbox, startMailbox } from './support/mailbox.ts';
import { newWebsite } from './support/rest.ts';
import { IPHONE, startTestServer, type TestServer } from './support/server.ts';
import { sendHit } from './support/track.ts';

/** Starts the server that a document describes, with the data that its examples assume. */
async function startWorld(file: string): Promise<{ server: TestServer; key: string }> {
  if (file === 'README.md') {
    const env = { BASE_URL: 'http://localhost:3000' };
    const server = await startTestServer({ unclaimed: true, env });
    return { server, key: (await fillDemo(server.deps)).key };
  }
  const env = { RATE_LIMIT: '1200', METRICS_TOKEN: 'THE_TOKEN' };
  const server = await startTestServer({ env });
  const { tracking_id: website } = await newWebsite(server, { timezone: 'Europe/Berlin' });
  const hit = { website, page: 'https://example.com/' };
  await sendHit(server, hit);
  await sendHit(server, hit, { 'x-forwarded-for': '203.0.113.7' });
  await sendHit(server, hit, { 'user-agent': IPHONE });
  return { server, key: server.key };
}

const all = DOCUMENTS.flatMap(blocksOf);
const isExample = (block: Block) => checkOf(block)?.how !== 'skip';
const examples = DOCUMENTS.map((file) => ({
  file,
  blocks: all.filter((block) => block.file === file && isExample(block)),
})).filter(({ blocks }) => blocks.length > 0);

describe.each(examples)('the examples of $file', ({ file, blocks }) => {
  let world: Awaited<ReturnType<typeof startWorld>>;
  let mailbox: Mailbox;
  let shell: Shell;
  /** The response of the previous example. */
  let answer: unknown;
  beforeAll(async () => {
    world = await startWorld(file);
    mailbox = await startMailbox();
    shell = await openShell({
      SERVER: world.server.url,
      BASE_URL: world.server.deps.config.baseUrl,
      KEY: world.key,
      PASSWORD: 'seven brown teapots',
      DATABASE_URL: world.server.database.url,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Footfall <reports@example.com>',
    });
    // Storing the year of demo traffic takes most of this time.
  }, 180_000);
  afterAll(async () => {
    await shell?.[Symbol.asyncDispose]();
    await mailbox?.[Symbol.asyncDispose]();
    await world?.server[Symbol.asyncDispose]();
  });

  /** Runs commands in a shell; all of them must succeed. */
  async function run({ text }: Block) {
    const ended = await shell.run(text);
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
    const { stdout } = await shell.run(`set -a\n${text}\n${print}`);
    const env = JSON.parse(stdout);
    expect(names).not.toEqual([]);
    readConfig(Object.fromEntries(names.map((name) => [name, env[name]])));
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
    js: ({ text }) => vm.runInNewContext(text, { footfall: { track() {} } }),
    settings: readSettings,
    layout: ({ text }) => {
      const [folder = '', ...lines] = text.split('\n');
      const missing = lines
        .map((line) => line.trim().split(/\s/)[0] ?? '')
        .filter((name) => !existsSync(path.join(root, folder, name)));
      expect(missing).toEqual([]);
    },
    refusal: refuse,
  };

  test.each(blocks)('$language in line $line works as written', async (block) => {
    const way = ways[checkOf(block)?.how ?? block.language];
    if (!way)
      throw new Error(`test/support/documents/checks.ts has no check for ${file}:${block.line}; add one.`);
    await way(block);
  });
});

test('every check matches exactly one block', () => {
  const found = CHECKS.map(
    ({ file, has }) => all.filter((block) => block.file === file && block.text.includes(has)).length,
  );
  expect(found).toEqual(CHECKS.map(() => 1));
});

/** Returns the commands and options of a command line that the program does not have. */
function unknownIn(line: string): string[] {
  const words = line.replace(/^(npx )?footfall /, '').split(' ');
  let command: Command = program();
  const options = ['--help', '--json'];
  const unknown: string[] = [];
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    if (next) {
      command = next;
      options.push(...next.options.map(({ long }) => long ?? ''));
    } else if (word.startsWith('--') ? !options.includes(word) : command.commands.length > 0) {
      unknown.push(word);
    }
  }
  return unknown;
}

const TEXTS = [...DOCUMENTS, 'CONTRIBUTING.md', 'CHANGELOG.md'];
const inTexts = TEXTS.flatMap((file) => inlineCode(file).map((code) => ({ file, code })));

describe('in the text of the documents', () => {
  test('every command of the command line exists, with its options', () => {
    const lines = inTexts.filter(({ code }) => /^(npx )?footfall [a-z-]/.test(code));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter(({ code }) => unknownIn(code).length > 0)).toEqual([]);
    expect(unknownIn('npx footfall website make --url x')).toEqual(['make', '--url', 'x']);
  });

  test('every npm script exists', async () => {
    const { default: manifest } = await import('../package.json', { with: { type: 'json' } });
    const missing = inTexts.filter(({ code }) => {
      const name = /^npm run (?:--silent )?([\w:-]+)/.exec(code)?.[1];
      return name !== undefined && !Object.hasOwn(manifest.scripts, name);
    });
    expect(missing).toEqual([]);
  });

  test('every link within the project has a target', () => {
    const slug = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-');
    const isBroken = (file: string, link: string) => {
      const [to = '', anchor] = link.split('#');
      const target = path.join(path.dirname(file), to || path.basename(file));
      if (!existsSync(path.join(root, target))) return true;
      if (!anchor) return false;
      const headings = [...readDocument(target).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => slug(text));
      return !headings.includes(anchor);
    };
    const broken = TEXTS.flatMap((file) =>
      [...readDocument(file).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^[a-z]+:/.test(link) && isBroken(file, link))
        .map((link) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});
