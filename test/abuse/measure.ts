import { PageDocument } from '../../src/web/stats/documents.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import type { World } from './world.ts';

export const VIEWERS = ['anonymous', 'key', 'session'] as const;
export type ViewerKind = (typeof VIEWERS)[number];

export interface Operation {
  query: string;
  variables?: Record<string, unknown>;
}

/** The measured cost of an operation. */
export interface Measured {
  /** The CPU time of the whole process, including its threads, in ms; the median of the runs. */
  cpu: number;
  /** The length of the response. */
  bytes: number;
  /** The cost that the server computed. */
  points: number;
  /** The message of the first error if the whole operation was rejected. */
  refused: string | null;
}

/** Executes an operation as a kind of viewer and measures it. */
export type Measure = (as: ViewerKind, operation: Operation, runs?: number) => Promise<Measured>;

export const median = (numbers: number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

export async function createMeasure({ server, grow }: World): Promise<Measure> {
  const person = newPerson(server);
  // Retries, because the server may just have closed the kept-alive connection.
  const logIn = () => person.ask(LogIn, OWNER);
  await logIn().catch(logIn);
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

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
      // Retries, because the server may just have closed the kept-alive connection.
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

/** Measures the operation of the statistics page, for the period that takes longest. */
export async function measurePage(measure: Measure, { trackingId }: World): Promise<Measured> {
  const found: Measured[] = [];
  for (const name of ['LAST_30_DAYS', 'LAST_12_MONTHS', 'ALL']) {
    found.push(
      await measure('anonymous', { query: PageDocument.toString(), variables: { trackingId, name } }, 3),
    );
  }
  return found.reduce((most, one) => (one.cpu > most.cpu ? one : most));
}
