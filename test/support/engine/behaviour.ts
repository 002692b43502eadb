import type {
  EventProperties,
  FunnelQuestion,
  FunnelStepAnswer,
  JourneyNode,
  JourneyQuestion,
  Question,
} from '../../../src/engine/question/types.ts';
import { isNowhere, selects } from './oracle.ts';
import type { RandomDay, RandomHit, RandomVisit } from './random.ts';

/**
 * Funnels, journeys and revenue of random days with plain loops: all sequences of hits are tried. Shares no
 * code with the evaluation.
 */

/** A hit with its visit. */
interface Placed {
  visit: RandomVisit;
  hit: RandomHit;
}

const inOrder = (visits: readonly RandomVisit[]): Placed[] =>
  visits
    .toSorted((one, other) => one.number - other.number)
    .flatMap((visit) => visit.hits.map((hit) => ({ visit, hit })))
    .toSorted((one, other) => one.hit.at - other.hit.at);

const daysOf = ({ from, to }: Question, days: readonly RandomDay[]) =>
  days.filter(({ day }) => day >= from && day <= to);

/** Whether the question's filter selects a hit of the visit. */
const isSelected = ({ filter, to, untilHour }: Question, day: number, visit: RandomVisit): boolean =>
  visit.hits.some(
    (hit) =>
      !(untilHour !== null && day === to && hit.hour >= untilHour) &&
      (filter === null || selects(filter, visit, hit)),
  );

/** The hits that exist for the question. */
function existing({ filter, to, untilHour }: Question, day: number, all: readonly Placed[]): Placed[] {
  return all.filter(
    ({ visit, hit }) =>
      !(untilHour !== null && day === to && hit.hour >= untilHour) &&
      (filter?.kind !== 'within' || selects(filter.scope, visit, hit)),
  );
}

/** All sequences of hits that reach a step, by their positions. */
function sequences(
  hits: readonly Placed[],
  { steps, strict, within }: FunnelQuestion,
  step: number,
): number[][] {
  const before = step === 0 ? [[]] : sequences(hits, { steps, strict, within, scope: 'visit' }, step - 1);
  return before.flatMap((sequence) =>
    hits.flatMap(({ visit, hit }, position) => {
      const previous = sequence.at(-1) ?? -1;
      if (position <= previous || (strict && step > 0 && position !== previous + 1)) return [];
      const [first = position] = sequence;
      if (within !== null && hit.at - (hits[first] as Placed).hit.at > within) return [];
      const condition = steps[step];
      return condition && selects(condition, visit, hit) ? [[...sequence, position]] : [];
    }),
  );
}

/** Answers a funnel. */
export function slowFunnel(
  question: Question,
  funnel: FunnelQuestion,
  days: readonly RandomDay[],
): FunnelStepAnswer[] {
  const gaps: number[][] = funnel.steps.map(() => []);
  const counts = funnel.steps.map(() => 0);
  const left = funnel.steps.map(() => new Map<string, number>());
  for (const { day, visits } of daysOf(question, days)) {
    const visitors = new Set(visits.map(({ visitor }) => visitor));
    for (const visitor of visitors) {
      const own = visits.filter((visit) => visit.visitor === visitor);
      const entering = own
        .filter((visit) => isSelected(question, day, visit))
        .sort((a, b) => a.number - b.number);
      if (entering.length === 0) continue;
      const scopes = funnel.scope === 'visitor' ? [own] : entering.map((visit) => [visit]);
      const parts = scopes.map((scope) => existing(question, day, inOrder(scope)));
      const reached = funnel.steps.map((_, step) => parts.map((hits) => sequences(hits, funnel, step)));
      for (const [step, found] of reached.entries()) {
        if (found.every((list) => list.length === 0)) continue;
        counts[step] = (counts[step] as number) + 1;
        const times = found.flatMap((list, part) =>
          list.map((positions) => positions.map((position) => parts[part]?.[position]?.hit.at as number)),
        );
        gaps[step]?.push(Math.min(...times.map((list) => (list.at(-1) as number) - (list.at(-2) as number))));
      }
      const deepest = reached.findLastIndex((found) => found.some((list) => list.length > 0));
      if (deepest === -1 || deepest === funnel.steps.length - 1) continue;
      const part = (reached[deepest] as number[][][]).findIndex((list) => list.length > 0);
      const at = Math.min(...(reached[deepest]?.[part] ?? []).map((list) => list.at(-1) as number));
      const next = parts[part]?.slice(at + 1).find(({ hit }) => hit.event === null);
      if (next) left[deepest]?.set(next.hit.path, (left[deepest]?.get(next.hit.path) ?? 0) + 1);
    }
  }
  return funnel.steps.map((_, step) => ({
    visitors: counts[step] as number,
    median: step === 0 ? null : median(gaps[step] as number[]),
    leftTo: [...(left[step] as Map<string, number>)]
      .map(([path, visitors]) => ({ path, visitors }))
      .sort((a, b) => b.visitors - a.visitors || Buffer.compare(Buffer.from(a.path), Buffer.from(b.path))),
  }));
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return sorted.length === 0 ? null : middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

const stepOf = ({ event, path }: RandomHit) => (event === null ? `page ${path}` : `event ${event}`);

/** Answers journeys: recursively, by the lists of steps of all visits. */
export function slowJourney(
  question: Question,
  { anchor, direction, steps, first }: JourneyQuestion,
  days: readonly RandomDay[],
): JourneyNode[] {
  const lists: string[][] = [];
  for (const { day, visits } of daysOf(question, days))
    for (const visit of visits) {
      if (!isSelected(question, day, visit)) continue;
      const hits = existing(question, day, inOrder([visit]));
      const ordered = direction === 'forwards' ? hits : hits.toReversed();
      const start = ordered.findIndex(({ hit }) => selects(anchor, visit, hit));
      if (start === -1) continue;
      const values = ordered.slice(start).map(({ hit }) => stepOf(hit));
      lists.push(values.filter((value, index) => value !== values[index - 1]).slice(0, steps));
    }
  return nodesOf(lists, steps, first);
}

function nodesOf(lists: readonly string[][], levels: number, first: number): JourneyNode[] {
  if (levels === 0) return [];
  const going = lists.filter((list) => list.length > 0);
  const byValue = new Map<string, string[][]>();
  for (const list of going) byValue.set(list[0] as string, [...(byValue.get(list[0] as string) ?? []), list]);
  const textOf = (value: string) => value.slice(value.indexOf(' ') + 1);
  const sorted = [...byValue].sort(
    ([a, one], [b, other]) =>
      other.length - one.length ||
      Buffer.compare(Buffer.from(textOf(a)), Buffer.from(textOf(b))) ||
      (a.startsWith('page') ? -1 : 1),
  );
  const below = (own: readonly string[][]) =>
    nodesOf(
      own.map((list) => list.slice(1)),
      levels - 1,
      first,
    );
  const node = (
    dimension: JourneyNode['dimension'],
    value: string,
    own: readonly string[][],
  ): JourneyNode => ({
    dimension,
    value,
    visits: own.length,
    children: value === '(end)' && dimension === null ? [] : below(own),
  });
  const rest = sorted.slice(first).flatMap(([, own]) => own);
  const ended = lists.filter((list) => list.length === 0);
  return [
    ...sorted
      .slice(0, first)
      .map(([value, own]) => node(value.startsWith('page') ? 'page' : 'event', textOf(value), own)),
    ...(rest.length > 0 ? [node(null, '(other)', rest)] : []),
    ...(ended.length > 0 ? [node(null, '(end)', ended)] : []),
  ];
}

/** The revenue of the selected hits by currency and a value of the hit, in ten-thousandths. */
export function slowRevenue(
  question: Question,
  valuesOf: (day: number, visit: RandomVisit, hit: RandomHit) => string[],
  days: readonly RandomDay[],
): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { day, visits } of daysOf(question, days))
    for (const visit of visits)
      for (const hit of visit.hits) {
        if (question.untilHour !== null && day === question.to && hit.hour >= question.untilHour) continue;
        if (question.filter && !selects(question.filter, visit, hit)) continue;
        if (hit.revenue === null || isNowhere(question.by, hit)) continue;
        const [amount = '', currency = ''] = hit.revenue.split(' ');
        const key = JSON.stringify([currency, ...valuesOf(day, visit, hit)]);
        sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount));
      }
  return sums;
}

/** The properties of the selected hits by event, and their values with the most hits. */
export function slowProperties(
  question: Question,
  most: number,
  days: readonly RandomDay[],
): EventProperties[] {
  const hits = daysOf(question, days).flatMap(({ day, visits }) =>
    visits.flatMap((visit) =>
      visit.hits.filter(
        (hit) =>
          !(question.untilHour !== null && day === question.to && hit.hour >= question.untilHour) &&
          (question.filter === null || selects(question.filter, visit, hit)),
      ),
    ),
  );
  const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  return [...new Set(hits.map(({ event }) => event))]
    .map((event) => {
      const own = hits.filter((hit) => hit.event === event);
      const names = [...new Set(own.flatMap(({ properties }) => Object.keys(properties)))].sort(compare);
      const countOf = (name: string, value: string) =>
        own.filter(({ properties }) => properties[name] === value).length;
      const properties = names.map((name) => {
        const values = [...new Set(own.flatMap((hit) => hit.properties[name] ?? []))];
        return {
          name,
          values: values.sort((a, b) => countOf(name, b) - countOf(name, a) || compare(a, b)).slice(0, most),
        };
      });
      return { event, hits: own.length, properties };
    })
    .sort((one, other) => other.hits - one.hits || compare(one.event ?? '', other.event ?? ''));
}
