/**
 * `npm run bench:reports`: sends thousands of email reports that are due in the same minute, and measures
 * their effect on ingestion. The baseline is the same load of hits without reports, measured before. See
 * docs/performance.md.
 *
 *   --reports 5000 --seconds 20
 *   --database postgresql://user@host:5432/postgres   instead of SQLite
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { DAY_MS, dayNumber, daysBetween } from '../../src/calendar/days.ts';
import { DIMENSIONS } from '../../src/engine/registry/dimensions.ts';
import type { Dimensions, Hit } from '../../src/ingest/hit.ts';
import { hitIds } from '../../src/ingest/recorder/ids.ts';
import { storeHits } from '../../src/ingest/store/store.ts';
import { lastPeriod } from '../../src/reports/schedule.ts';
import { counts, TRACKING_ID, withDatabase, withWebsite } from './database.ts';
import { load } from './load.ts';
import { rawRequests } from './mix.ts';
import { openPlace } from './place.ts';
import { startFootfall } from './servers.ts';

const { values } = parseArgs({
  options: {
    reports: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '20' },
    database: { type: 'string' },
  },
});
const count = Number(values.reports);
const seconds = Number(values.seconds);
const period = lastPeriod('weekly', new Date().toISOString().slice(0, 10));

const taken = new Set<string>();
let mails = 0;
let lines = 0;
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onConnect(_session, done) {
    lines = Math.max(lines, mailServer.connections.size);
    done();
  },
  onData(stream, _session, done) {
    let head = '';
    stream.on('data', (chunk: Buffer) => {
      if (head.length < 2_000) head += chunk.toString('latin1');
    });
    stream.on('end', () => {
      mails++;
      taken.add(/^Subject: (.*)/m.exec(head)?.[1] ?? '');
      done();
    });
  },
});
await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', () => resolve()));
const { port } = mailServer.server.address() as { port: number };

const NO_DIMENSIONS = Object.fromEntries(DIMENSIONS.map((name) => [name, ''])) as Dimensions;

/** Adds websites with a week of traffic and a report for that week that is due. */
async function addWebsites(url: string): Promise<void> {
  const at = new Date();
  const nextId = hitIds(() => at.getTime(), 0n);
  await withDatabase(url, async (db) => {
    const { teamId } = await db.read.website.findFirstOrThrow();
    for (let first = 0; first < count; first += 250) {
      const domains = Array.from(
        { length: Math.min(250, count - first) },
        (_, index) => `${first + index}.example`,
      );
      await db.write(async (tx) => {
        await tx.website.createMany({
          data: domains.map((domain) => ({
            teamId,
            url: `https://${domain}`,
            domain,
            privacy: 1,
            email: true,
            excludeBots: true,
            timezone: 'UTC',
            trackingId: domain,
            createdAt: at,
            updatedAt: at,
          })),
        });
        const websites = await tx.website.findMany({
          where: { domain: { in: domains } },
          select: { id: true },
        });
        await storeHits(
          tx,
          websites.flatMap(({ id }) => traffic(id)),
          nextId,
        );
        await tx.report.createMany({
          data: websites.map(({ id }) => ({
            websiteId: id,
            period: period.name,
            state: 'waiting',
            attempts: 0,
            nextAt: at,
            createdAt: at,
          })),
        });
      });
    }
  });
}

/** Forty visitors a day. */
function traffic(websiteId: number): Hit[] {
  return daysBetween(period.from, period.to).flatMap((day) =>
    Array.from({ length: 40 }, (_, visitor): Hit => {
      const hour = visitor % 24;
      const one = <T>(values: readonly T[]) => values[visitor % values.length] as T;
      const dimensions = {
        ...NO_DIMENSIONS,
        referrer: one(['', 'google.com', 'bing.com']),
        country: one(['DE', 'US', 'FR']),
        device: one(['desktop', 'mobile']),
      };
      return {
        websiteId,
        at: Date.parse(day) + (hour * DAY_MS) / 24,
        day: dayNumber(day),
        hour,
        visitor: BigInt(visitor),
        path: one(['/', '/a', '/b', '/c', '/d', '/e']),
        event: null,
        dimensions,
      };
    }),
  );
}

const place = await openPlace(values.database);
const url = await withWebsite(await place.empty('reports'));
const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'reports@stats.example', LOG_LEVEL: 'info' };
const hits = rawRequests(TRACKING_ID, 20_000);
const hit = (base: string) =>
  load({ url: `${base}/api/event`, requests: hits, connections: 64, seconds, folder: place.folder });

await addWebsites(url);
// The server checks once a minute. The reports become due after the load without reports has been measured.
const nextAt = new Date(Date.now() + (2 * seconds + 5) * 1_000);
await withDatabase(url, (db) => db.write((tx) => tx.report.updateMany({ data: { nextAt } })));
const server = await startFootfall(url, [], env);
await hit(server.url); // A warm-up.
const alone = await hit(server.url);
const memoryAlone = server.memory().most;
while (mails === 0) await sleep(20);
const began = performance.now();
const before = mails;
const beside = await hit(server.url);
const during = mails - before;
while (taken.size < count && performance.now() - began < 15 * 60_000) await sleep(100);
const took = (performance.now() - began) / 1_000;
const after = (mails - during) / Math.max(took - seconds, 0.001);
const memory = server.memory().most;
await server.stop();
mailServer.close();
const stored = (await counts(url)).hits;
await place.clear();

const rate = (perSecond: number) => `${perSecond.toFixed(0)} a second`;
process.stdout.write(
  `${mails} mails for ${taken.size} websites in ${took.toFixed(0)} s, over at most ${lines} connections.\n` +
    `Mails during the load of hits: ${rate(during / seconds)}; ` +
    `after it: ${during < count ? rate(after) : 'none was left'}.\n` +
    `Hits alone ${rate(alone.perSecond)}, p99 ${alone.p99.toFixed(0)} ms; ` +
    `while reports were sent ${rate(beside.perSecond)}, p99 ${beside.p99.toFixed(0)} ms: ` +
    `${((beside.perSecond / alone.perSecond) * 100).toFixed(0)} %.\n` +
    `Memory at most ${memory.toFixed(0)} MB, without reports ${memoryAlone.toFixed(0)} MB. ` +
    `Failed hits: ${beside.failed}; ${stored} stored.\n`,
);
if (mails !== count || taken.size !== count || beside.failed > 0) process.exitCode = 1;
