import { type Load, load } from './load.ts';
import type { Measured } from './servers.ts';
import { median, table } from './table.ts';

/** A server and the requests that are sent to it. */
export interface Contender {
  name: string;
  server: Measured;
  /** The raw requests of a round; rounds are numbered from 1. */
  requests: (round: number) => readonly string[];
}

export interface Rules {
  rounds: number;
  /** The duration of each round. */
  seconds: number;
  connections: number;
  /** The folder for scratch files. */
  folder: string;
}

export interface Round extends Load {
  name: string;
  /** CPU time per request in µs. */
  cpu: number;
}

/**
 * Loads servers in turn, round after round, so that other work on the machine affects all of them equally.
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

/** The median of the rates of a contender. */
export const medianRate = (results: readonly Round[], name: string): number =>
  median(results.filter((round) => round.name === name).map(({ perSecond }) => perSecond));

/**
 * Formats the medians of the rounds as a table, with the rate of the first contender as a percentage of each
 * other.
 */
export function standings(results: readonly Round[]): string {
  const names = [...new Set(results.map(({ name }) => name))];
  const of = (name: string, value: (round: Round) => number) =>
    median(results.filter((round) => round.name === name).map(value));
  const rate = (name: string) => medianRate(results, name);
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
