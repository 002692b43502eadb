import type { Load } from '../load.ts';
import { table } from '../table.ts';
import type { Figures } from './measure.ts';
import type { Part } from './questions.ts';

/** A statistic and its results over both APIs. */
export interface Measurement {
  part: Part;
  rest: Figures;
  graphql: Figures;
}

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1);
const steady = ({ p50, p99, perSecond }: Load) => [ms(p50), ms(p99), perSecond.toFixed(0)];

function nameOf({ name, days, search, page }: Part): string {
  return `${name} ${days} d${search ? ' search' : ''}${page > 1 ? ` page ${page}` : ''}`;
}

/** The table of statistics: numbers of statements, the engine alone, and both APIs. */
export function statisticsTable(measurements: readonly Measurement[]): string {
  const head = ['', 'stmts', 'engine', 'REST new', 'p50', 'p99', '/s', 'GraphQL new', 'p50', 'p99', '/s'];
  return table([
    head,
    ...measurements.map(({ part, rest, graphql }) => [
      nameOf(part),
      `${rest.statements} ${graphql.statements}`,
      ms(rest.engine),
      ms(rest.changed),
      ...steady(rest.steady),
      ms(graphql.changed),
      ...steady(graphql.steady),
    ]),
  ]);
}

/** The table of whole operations. */
export function operationsTable(rows: readonly (readonly [name: string, figures: Figures])[]): string {
  return table([
    ['', 'stmts', 'engine', 'new', 'outside it', 'p50', 'p99', '/s'],
    ...rows.map(([name, { statements, engine, changed, steady: load }]) => [
      name,
      String(statements),
      ms(engine),
      ms(changed),
      `${Math.max(0, (1 - engine / changed) * 100).toFixed(0)} %`,
      ...steady(load),
    ]),
  ]);
}

export function loadsTable(rows: readonly (readonly [name: string, load: Load])[]): string {
  return table([['', 'p50', 'p99', '/s'], ...rows.map(([name, load]) => [name, ...steady(load)])]);
}

/** The ratios of a question's times between the two databases. */
export interface Compared {
  name: string;
  steady: number;
  changed: number;
}

export function comparedTable(rows: readonly Compared[]): string {
  const cells = rows.map(({ name, steady: p50, changed }) => [name, p50.toFixed(2), changed.toFixed(2)]);
  return table([['', 'p50', 'new'], ...cells]);
}

/** Formats the worst value, or those that exceed the limit and their number. */
export function worst(
  measurements: readonly Measurement[],
  value: (measurement: Measurement) => number,
  bar: number,
): string {
  const sorted = [...measurements].sort((a, b) => value(b) - value(a));
  const past = sorted.filter((measurement) => value(measurement) > bar);
  const [first] = sorted;
  if (!first) return 'nothing measured';
  const list = past.slice(0, 8).map((one) => `${nameOf(one.part)} ${value(one).toFixed(2)}`);
  const held = `at most ${value(first).toFixed(2)} (${nameOf(first.part)})`;
  return past.length === 0 ? `yes: ${held}` : `NO: ${past.length} of ${sorted.length}: ${list.join(', ')}`;
}
