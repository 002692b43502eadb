/**
 * `npm run check:goaccess`: gives lines of each kind to the import and to the GoAccess on the PATH, kind by
 * kind and in one log, and compares what they add with the table in docs/moving.md. Not part of `npm test`,
 * which does not need GoAccess.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '../src/root.ts';
import { withWebsite } from './bench/database.ts';
import { openPlace } from './bench/place.ts';
import { findCommand } from './installed.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const DATE = '01/Oct/2026:12:00:00 +0000';

/** A request with its default values. */
interface Request {
  target?: string;
  method?: string;
  status?: number;
  userAgent?: string;
}

/** The kinds of lines, with their requests. */
const KINDS: Record<string, Request[]> = {
  'a page': [{}, { target: '/blog/' }, { target: '/x.php' }, { target: '/release-1.2' }],
  'a page with 304': [{ status: 304 }],
  'css, png, js, svg, woff2, pdf, txt': ['css', 'png', 'js', 'svg', 'woff2', 'pdf', 'txt'].map(fileOf),
  'avif, mjs, json, map, webmanifest, webp, xml': [
    ...['avif', 'mjs', 'json', 'map', 'webmanifest', 'webp', 'xml'].map(fileOf),
  ],
  'parts of files (206)': [{ status: 206 }],
  'redirects (301, 302, 307, 308)': [301, 302, 307, 308].map((status) => ({ status })),
  'not found (404)': [{ status: 404 }],
  'other errors of the client (401, 403, 429)': [401, 403, 429].map((status) => ({ status })),
  'errors of the server (500, 503)': [500, 503].map((status) => ({ status })),
  'HEAD, POST, OPTIONS': ['HEAD', 'POST', 'OPTIONS'].map((method) => ({ method })),
  'paths of programs (`/wp-json/`, feeds)': ['/wp-json/wp/v2/posts', '/blog/feed'].map((target) => ({
    target,
  })),
  'Googlebot, GPTBot, curl': ['Googlebot/2.1', 'GPTBot/1.2', 'curl/8.5.0'].map((userAgent) => ({
    userAgent,
  })),
  'no User-Agent': [{ userAgent: '-' }],
};

function fileOf(extension: string): Request {
  return { target: `/file.${extension}` };
}

/** What a program counted. */
interface Counted {
  pages: number;
  visitors: number;
  /** The lines that are no pages, by what they are called. */
  others: Record<string, number>;
}

let addresses = 0;

/** A line of a log in the combined format, from an address of its own. */
function lineOf({ target = '/', method = 'GET', status = 200, userAgent = BROWSER }: Request): string {
  addresses += 1;
  const request = `${method} ${target} HTTP/1.1`;
  return `192.0.2.${addresses} - - [${DATE}] "${request}" ${status} 512 "-" "${userAgent}"\n`;
}

const run = promisify(execFile);

async function byGoAccess(file: string): Promise<Counted> {
  const report = `${file}.json`;
  await run('goaccess', [...[file, '--log-format=COMBINED', '--no-progress', '-o', report]]);
  const { general, ...panels } = JSON.parse(await readFile(report, 'utf8'));
  const hits = (panel: string): number => panels[panel]?.metadata.hits.total.value ?? 0;
  const others = { 'static files': hits('static_requests'), 'not found': hits('not_found') };
  return { pages: hits('requests'), visitors: general.unique_visitors, others };
}

async function byFootfall(file: string, url: string): Promise<Counted> {
  const args = [path.join(root, 'bin/footfall.js'), 'import', 'log', file, '--website', '1', '--dry-run'];
  const env = { ...process.env, DATABASE_URL: url };
  const { pageviews, visitors, skipped } = JSON.parse(
    (await run(process.execPath, [...args, '--json'], { env })).stdout,
  );
  const reasons = Object.entries<{ count: number }>(skipped).map(([reason, { count }]) => [reason, count]);
  return { pages: pageviews, visitors, others: Object.fromEntries(reasons) };
}

const namesOf = ({ others }: Counted) => Object.keys(others).filter((name) => others[name]);
const markdown = (row: readonly string[]) => `| ${row.join(' | ')} |`.replaceAll('  ', ' ');
const minus = (number: number) => (number === 0 ? '0' : `−${number}`);

if (!findCommand('goaccess')) throw new Error('There is no goaccess on the PATH.');
const folder = await mkdtemp(path.join(tmpdir(), 'footfall-goaccess-'));
const place = await openPlace(undefined);
try {
  const url = await withWebsite(await place.empty('import'));
  const count = async (name: string, text: string) => {
    const file = path.join(folder, `${name}.log`);
    await writeFile(file, text);
    return { theirs: await byGoAccess(file), ours: await byFootfall(file, url) };
  };
  const rows: string[][] = [];
  const sums = { pages: 0, visitors: 0 };
  let log = '';
  for (const [kind, requests] of Object.entries(KINDS)) {
    const text = requests.map(lineOf).join('');
    log += text;
    const { theirs, ours } = await count(String(rows.length), text);
    const [pages, visitors] = [theirs.pages - ours.pages, theirs.visitors - ours.visitors];
    sums.pages += pages;
    sums.visitors += visitors;
    const names = (counted: Counted) => namesOf(counted).join(', ') || 'page';
    rows.push([kind, `${requests.length}`, names(theirs), names(ours), minus(pages), minus(visitors)]);
  }
  const { theirs, ours } = await count('all', log);
  const lines = `${log.split('\n').length - 1}`;
  const table = [
    ['line', 'lines', 'GoAccess', 'Footfall', 'pages', 'visitors'],
    ['**GoAccess**', lines, '', '', `**${theirs.pages}**`, `**${theirs.visitors}**`],
    ...rows,
    ['**Footfall**', lines, '', '', `**${ours.pages}**`, `**${ours.visitors}**`],
  ];
  process.stdout.write(`${table.map(markdown).join('\n')}\n`);
  const isExplained =
    theirs.pages - sums.pages === ours.pages && theirs.visitors - sums.visitors === ours.visitors;
  if (!isExplained) throw new Error('The sum of the kinds is not the difference of the programs.');
  const documented = await readFile(path.join(root, 'docs/moving.md'), 'utf8');
  const missing = table.map(markdown).filter((row) => !documented.includes(`${row}\n`));
  if (missing.length > 0) throw new Error(`Not in docs/moving.md:\n${missing.join('\n')}`);
} finally {
  await place.clear();
  await rm(folder, { recursive: true, force: true });
}
