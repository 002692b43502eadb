/**
 * `npm run bench:readers`: what the readers of a public statistics page cost while hits arrive, as the CPU
 * time of the built server. Each reader has an address of its own and reads the whole page once a second:
 * for the first time, or in the background, as open pages do after new hits. See docs/performance.md.
 *
 *   --hits 1000000 --readers 64 --rate 200 --seconds 10 --rounds 3
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { PageDocument } from '../../src/web/stats/documents.ts';
import { TRACKING_ID, withDatabase } from './database.ts';
import { openPlace } from './place.ts';
import { worldDatabase } from './read/fill.ts';
import { startFootfall, untilIdle } from './servers.ts';
import { median, table } from './table.ts';

const { values } = parseArgs({
  options: {
    hits: { type: 'string', default: '1000000' },
    readers: { type: 'string', default: '64' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
});
const seconds = Number(values.seconds);
const readers = Number(values.readers);

/** Connections for hits; each sends its share of the rate. */
const SENDERS = 20;
const WARM_UP_MS = 3_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

interface Kind {
  name: string;
  readers: number;
  headers: Record<string, string>;
}

interface Result {
  /** Seconds of CPU time a second. */
  cpu: number;
  pages: number;
  hits: number;
  p50: number;
}

const place = await openPlace(undefined);
const url = await worldDatabase(place, Number(values.hits));
await withDatabase(url, (db) =>
  db.write((tx) => tx.website.updateMany({ where: { trackingId: TRACKING_ID }, data: { privacy: 0 } })),
);
const server = await startFootfall(url, [], { RATE_LIMIT: '0' });
const query = PageDocument.toString();
const addressOf = (network: number, index: number) =>
  `${network}.${(index >> 8) & 255}.${index & 255}.${(index * 7) % 250}`;

async function measure({ readers: count, headers }: Kind): Promise<Result> {
  const latencies: number[] = [];
  let hits = 0;
  let ended = false;

  async function repeat(everyMs: number, act: () => Promise<void>): Promise<void> {
    await sleep(Math.random() * everyMs);
    while (!ended) {
      const start = performance.now();
      await act();
      await sleep(Math.max(0, everyMs - (performance.now() - start)));
    }
  }
  async function read(index: number): Promise<void> {
    const start = performance.now();
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': addressOf(198, index), ...headers },
      body: JSON.stringify({ query, variables: { trackingId: TRACKING_ID, name: 'LAST_30_DAYS' } }),
    });
    const text = await response.text();
    if (text.includes('"errors"')) throw new Error(text.slice(0, 300));
    latencies.push(performance.now() - start);
  }
  async function hit(): Promise<void> {
    const response = await fetch(`${server.url}/api/event`, {
      method: 'POST',
      headers: {
        'User-Agent': BROWSER,
        'X-Forwarded-For': addressOf(203, Math.floor(Math.random() * 60_000)),
      },
      body: JSON.stringify({ website: TRACKING_ID, page: `https://example.com/p${hits % 200}` }),
    });
    if (response.status !== 202) throw new Error(`A hit was answered ${response.status}.`);
    hits += 1;
  }

  const running = [
    ...Array.from({ length: count }, (_, index) => repeat(1_000, () => read(index))),
    ...Array.from({ length: SENDERS }, () => repeat((SENDERS * 1_000) / Number(values.rate), hit)),
  ];
  await sleep(WARM_UP_MS);
  latencies.length = 0;
  hits = 0;
  const [cpu, start] = [server.cpu(), performance.now()];
  await sleep(seconds * 1_000);
  const elapsed = (performance.now() - start) / 1_000;
  const result = {
    cpu: (server.cpu() - cpu) / elapsed,
    pages: latencies.length / elapsed,
    hits: hits / elapsed,
  };
  ended = true;
  await Promise.all(running);
  return { ...result, p50: median(latencies) };
}

const background = { Prefer: 'wait=1' };
const kinds: Kind[] = [
  { name: 'no reader', readers: 0, headers: {} },
  { name: '1 reader in the background', readers: 1, headers: background },
  { name: `${readers} readers in the background`, readers, headers: background },
  { name: '1 new reader a second', readers: 1, headers: {} },
  { name: `${readers} new readers a second`, readers, headers: {} },
];
const results = kinds.map((): Result[] => []);
try {
  await untilIdle([server]);
  for (let round = 1; round <= Number(values.rounds); round += 1)
    for (const [index, kind] of kinds.entries()) results[index]?.push(await measure(kind));
} finally {
  await server.stop();
}
await place.clear();

const rows = kinds.map(({ name, readers: count }, index) => {
  const of = (value: (one: Result) => number) => median((results[index] ?? []).map(value));
  const pages = of(({ pages }) => pages).toFixed(0);
  const p50 = count > 0 ? of(({ p50 }) => p50).toFixed(0) : '';
  return [name, of(({ hits }) => hits).toFixed(0), pages, of(({ cpu }) => cpu).toFixed(2), p50];
});
process.stdout.write(`${values.rounds} rounds of ${seconds} s in turn; medians.

${table([['', 'hits a second', 'pages a second', 'CPU s a second', 'p50, ms'], ...rows])}
`);
