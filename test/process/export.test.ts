import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createLog } from '../../src/log.ts';
import { root } from '../../src/root.ts';
import { exportInThread } from '../../src/transfer/exports/threads.ts';
import type { ExportRequest } from '../../src/transfer/exports/write.ts';
import { type Cli, startCli } from '../support/cli.ts';
import { environment } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';
import { readBack } from '../support/transfer/exports.ts';

const OWNER = ['--email', 'owner@example.com'];

let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
let cli: Cli;
beforeAll(async () => {
  temporary = await temporaryFolder();
  cli = startCli(temporary.folder);
  await cli.footfall(['account', 'create', ...OWNER, '--password', 'long enough for it']);
  await cli.footfall(['website', 'create', ...OWNER, '--url', 'shop.example']);
  const filter = '{"event": {"in": ["Signup"]}}';
  await cli.footfall(['goal', 'create', '--website', '1', '--name', 'Signed up', '--filter', filter]);
  const note = ['--day', '2026-11-21', '--text', 'Version 2'];
  await cli.footfall(['annotation', 'create', '--website', '1', ...note]);
});
afterAll(async () => {
  await cli[Symbol.asyncDispose]();
  await temporary[Symbol.asyncDispose]();
});

const inFolder = (name: string) => path.join(temporary.folder, name);

test('footfall export writes a file that only this user can read, in the format of its name', async () => {
  const file = inFolder('shop.jsonl.zip');
  const { code, stdout, stderr } = await cli.footfall(['export', '--website', '1', '--json', file]);
  expect([code, stderr]).toEqual([0, '']);
  const files = { 'visits.jsonl': 0, 'hits.jsonl': 0, 'days.jsonl': 0, 'drops.jsonl': 0, 'sums.jsonl': 0 };
  expect(JSON.parse(stdout)).toEqual({ file, format: 'jsonl', files });
  const { settings } = await readBack(file);
  expect(settings).toMatchObject({
    website: { url: 'https://shop.example', timezone: 'UTC', exclude_bots: true },
    goals: [{ name: 'Signed up', filter: { event: { in: ['Signup'] } } }],
    annotations: [{ day: '2026-11-21', text: 'Version 2', public: false }],
  });
});

test('the archive has no secrets', async () => {
  const file = inFolder('secrets.zip');
  await cli.footfall(['link', 'create', '--website', '1', '--name', 'Team', '--password', 'long enough']);
  await cli.footfall(['export', '--website', '1', file]);
  const { settings } = await readBack(file);
  expect(settings.sharedLinks).toEqual([
    { name: 'Team', segment: null, panels: null, expires_at: null, has_password: true },
  ]);
  expect(JSON.stringify(settings)).not.toMatch(/argon2|token|hash|tracking/i);
});

test('footfall export - writes the archive to the standard output, and a summary beside it', async () => {
  const file = inFolder('out.zip');
  const output = await open(file, 'w');
  const child = spawn(process.execPath, [path.join(root, 'dist/cli.js'), 'export', '--website', '1', '-'], {
    cwd: temporary.folder,
    env: await environment(temporary.folder, {}),
    stdio: ['ignore', output.fd, 'pipe'],
  });
  const summary = await text(child.stderr as Readable);
  await output.close();
  expect(summary).toMatch(/Exported 0 rows to the standard output\.\n$/);
  expect((await readBack(file)).settings).toMatchObject({ goals: [{ name: 'Signed up' }] });
});

test('a thread writes the same archive, at the pace of its reader', async () => {
  const file = inFolder('thread.zip');
  const url = `file:${inFolder('data/footfall.db')}`;
  const about = { website: {}, goals: [], funnels: [], segments: [], annotations: [], shared_links: [] };
  const request: ExportRequest = {
    websiteId: 1,
    from: 20260101,
    to: 20261231,
    format: 'csv',
    now: 0,
    about,
  };
  const stream = exportInThread(url, createLog('silent', false))(request);
  await pipeline(stream, createWriteStream(file));
  expect(await readBack(file)).toMatchObject({ visits: [], hits: [], drops: [] });
});

test('a thread whose archive nobody reads any more ends', async () => {
  const url = `file:${inFolder('data/footfall.db')}`;
  const request = { websiteId: 1, from: 1, to: 2, format: 'csv', now: 0, about: {} } as const;
  const stream = exportInThread(url, createLog('silent', false))(request);
  await once(stream, 'readable');
  stream.destroy();
  await once(stream, 'close');
  expect(stream.errored).toBeNull();
});

test('footfall export neither overwrites a file nor leaves a part of one', async () => {
  const file = inFolder('there.zip');
  await writeFile(file, 'mine');
  const ended = await cli.footfall(['export', '--website', '1', file]);
  expect(ended).toMatchObject({ code: 1, stderr: `file: ${file} exists already. Choose another name.\n` });
  expect(await readFile(file, 'utf8')).toBe('mine');
  const before = await readdir(temporary.folder);
  const wrong = await cli.footfall(['export', '--website', '7', inFolder('new.zip')]);
  expect(wrong.stderr).toMatch(/^website: There is no website with this id/);
  const range = ['--from', '2026-11-02', '--to', '2026-11-01'];
  expect((await cli.footfall(['export', '--website', '1', ...range, inFolder('new.zip')])).code).toBe(1);
  expect(await readdir(temporary.folder)).toEqual(before);
});
