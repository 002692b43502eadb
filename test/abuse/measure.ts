import { PageDocument } from '../../src/web/stats/documents.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { PERIODS, type World } from './world.ts';

export const VIEWERS = ['anonymous', 'key', 'session'] as const;
export type ViewerKind = (typeof VIEWERS)[number];

export interface Operation {
  query: string;
  variables?: Record<string, unknown>;
}

/** What an operation took. */
export interface Measured {
  /** CPU time of the whole process, its threads included, in milliseconds; the median of the runs. */
  cpu: number;
  /** Length of the answer. */
  bytes: number;
  /** What it was said to cost. */
  points: number;
  /** The message of its first error, where the whole was refused. */
  refused: string | null;
}

/** Asks as somebody, and measures. */
export type Measure = (as: ViewerKind, operation: Operation, runs?: number) => Promise<Measured>;

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

export async function createMeasure({ server, websiteId }: World): Promise<Measure> {
  const person = newPerson(server);
  // The connection that filled the database may just have ended.
  const logIn = () => person.ask(LogIn, OWNER);
  await logIn().catch(logIn);
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  /** Every statistic of the large website has grown since it was read: nothing that is cached is valid. */
  const grow = () =>
    server.deps.db.write(async (tx) => {
      const rows = { websiteId, period: { in: PERIODS } };
      const more = { count: { increment: 1 } };
      await tx.stat.updateMany({ where: { ...rows, name: 'visitors' }, data: more });
      await tx.stat.updateMany({ where: { ...rows, name: 'pageviews' }, data: more });
      await tx.stat.updateMany({ where: { ...rows, name: 'event', value: 'E1' }, data: more });
    });

  return async (as, { query, variables }, runs = 1) => {
    const body = JSON.stringify({ query, variables });
    const headers = { 'content-type': 'application/json', ...(as === 'session' && { cookie }) };
    const ask = () =>
      server.call('/graphql', { method: 'POST', headers, body, key: as === 'key' ? server.key : null });
    const times: number[] = [];
    let measured: Measured | undefined;
    for (let run = 0; run < runs; run += 1) {
      await grow();
      const before = process.cpuUsage();
      // A connection that was kept may just have ended.
      const text = await (await ask().catch(ask)).text();
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1_000);
      const answer = JSON.parse(text) as {
        data?: unknown;
        errors?: { message: string }[];
        extensions?: { cost?: { requested: number } };
      };
      measured = {
        cpu: median(times),
        bytes: text.length,
        points: answer.extensions?.cost?.requested ?? 0,
        refused: answer.data === undefined ? (answer.errors?.[0]?.message ?? 'no data') : null,
      };
    }
    if (!measured) throw new Error('Nothing was measured');
    return measured;
  };
}

/** What the statistics page's own operation takes: of its periods, the one that takes most. */
export async function measurePage(measure: Measure, { trackingId }: World): Promise<Measured> {
  const found: Measured[] = [];
  for (const name of ['LAST_30_DAYS', 'LAST_12_MONTHS', 'ALL']) {
    found.push(
      await measure('anonymous', { query: PageDocument.toString(), variables: { trackingId, name } }, 3),
    );
  }
  return found.reduce((most, one) => (one.cpu > most.cpu ? one : most));
}
