import { type Load, load } from './load.ts';
import type { Measured } from './servers.ts';
import { median, table } from './table.ts';

/** A server with the requests that it gets. */
export interface Contender {
  name: string;
  server: Measured;
  /** Raw requests of a round, from 1. */
  requests: (round: number) => readonly string[];
}

export interface Rules {
  rounds: number;
  /** Of each round. */
  seconds: number;
  connections: number;
  /** For scratch files. */
  folder: string;
}

export interface Round extends Load {
  name: string;
  /** µs of processor time for one request. */
  cpu: number;
}

/**
 * Loads servers in turn, round after round, so that what else the machine does is shared by all.
 * @param after is called after each load.
 */
export async function contest(
  contenders: readonly Contender[],
  rules: Rules,
  after: () => void,
): Promise<Round[]> {
  const results: Round[] = [];
  for (let round = 1; round <= rules.rounds; round++) {
    for (const { name, server, requests } of contenders) {
      const before = server.cpu();
      const result = await load({ ...rules, url: `${server.url}/api/event`, requests: requests(round) });
      results.push({ ...result, name, cpu: ((server.cpu() - before) / result.requests) * 1e6 });
      after();
      process.stderr.write(`round ${round}: ${name} ${result.perSecond.toFixed(0)} a second\n`);
    }
  }
  return results;
}

/** The medians of the rounds as a table, with the rate of the first contender as a share of each. */
export function standings(results: readonly Round[]): string {
  const names = [...new Set(results.map(({ name }) => name))];
  const of = (name: string, value: (round: Round) => number) =>
    median(results.filter((round) => round.name === name).map(value));
  const rate = (name: string) => of(name, ({ perSecond }) => perSecond);
  const [first = ''] = names;
  const rows = names.map((name) => [
    name,
    rate(name).toFixed(0),
    of(name, ({ p50 }) => p50).toFixed(1),
    of(name, ({ p99 }) => p99).toFixed(1),
    of(name, ({ cpu }) => cpu).toFixed(0),
    `${((rate(first) / rate(name)) * 100).toFixed(0)} %`,
  ]);
  return table([['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', `${first} is`], ...rows]);
}
