import { getIntrospectionQuery } from 'graphql';
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
  /** The CPU time of the whole process, including its threads, in ms. */
  cpu: number;
  /** The length of the response. */
  bytes: number;
  /** The cost that the server computed. */
  points: number;
  /** The message of the first error if the whole operation was rejected. */
  refused: string | null;
}

/** Executes an operation as a kind of viewer and measures it. */
export type Measure = (as: ViewerKind, operation: Operation) => Promise<Measured>;

export const median = (numbers: number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

export async function createMeasure({ server, grow }: World): Promise<Measure> {
  const person = newPerson(server);
  // Retries, because the server may just have closed the kept-alive connection.
  const logIn = () => person.ask(LogIn, OWNER);
  await logIn().catch(logIn);
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  return async (as, { query, variables }) => {
    const body = JSON.stringify({ query, variables });
    const headers = { 'content-type': 'application/json', ...(as === 'session' && { cookie }) };
    const ask = () =>
      server.call('/graphql', { method: 'POST', headers, body, key: as === 'key' ? server.key : null });
    await grow();
    const before = process.cpuUsage();
    // Retries, because the server may just have closed the kept-alive connection.
    const text = await (await ask().catch(ask)).text();
    const { user, system } = process.cpuUsage(before);
    const answer = JSON.parse(text) as {
      data?: unknown;
      errors?: { message: string }[];
      extensions?: { cost?: { requested: number } };
    };
    return {
      cpu: (user + system) / 1_000,
      bytes: text.length,
      points: answer.extensions?.cost?.requested ?? 0,
      refused: answer.data === undefined ? (answer.errors?.[0]?.message ?? 'no data') : null,
    };
  };
}

/** The number of times that the yardstick is read for one measurement. */
const TIMES = 3;

/**
 * Measures what others are compared with: GraphiQL's query for the schema, which everybody may send. It reads
 * nothing, so it is the same whatever the engine takes.
 */
export async function measureYardstick(measure: Measure): Promise<Measured> {
  const found: Measured[] = [];
  for (let time = 0; time < TIMES; time += 1)
    found.push(await measure('anonymous', { query: getIntrospectionQuery() }));
  return { ...(found[0] as Measured), cpu: median(found.map(({ cpu }) => cpu)) };
}

/** The ratio of two CPU times, both measured several times in turns: that of their medians. */
export async function ratio(one: () => Promise<Measured>, other: () => Promise<Measured>): Promise<number> {
  const pairs: [number, number][] = [];
  for (let pair = 0; pair < 5; pair += 1) pairs.push([(await one()).cpu, (await other()).cpu]);
  return median(pairs.map(([cpu]) => cpu)) / median(pairs.map(([, cpu]) => cpu));
}
