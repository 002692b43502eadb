import type { VISIT } from '../../db/sql/tables.ts';
import { bounceOf, type DayIncrement } from '../../ingest/store/totals.ts';

/** A row of `Visit`. 64-bit integers are decimal digits. */
export type VisitRow = Record<Exclude<keyof typeof VISIT.columns, NumberColumn>, string> &
  Record<NumberColumn, number>;
type NumberColumn = 'websiteId' | 'day' | 'number' | 'hour' | 'startedAt' | 'lastAt' | 'pageviews' | 'events';

/** What the hits that a visit still has say of it. */
export interface Left {
  visitor: string;
  visit: number;
  hour: number;
  startedAt: number;
  lastAt: number;
  path: string;
  pageviews: number;
  events: number;
  exitPath: string;
  exitId: string;
}

/** The changes to the visits of visitors. */
export interface VisitChanges {
  /** The visits that change, as they were. */
  removed: VisitRow[];
  /** What replaces them. */
  added: VisitRow[];
  /** The visits that have another number now, as the one before is gone. */
  renumbered: { visitor: string; from: number; to: number }[];
  /** What it adds to the totals of the day. */
  increment: Omit<DayIncrement, 'websiteId' | 'day' | 'revision'>;
}

const TOTALS = { visitors: 0, visits: 0, pageviews: 0, events: 0, bounces: 0, duration: 0 };

function add(to: VisitChanges['increment'], visit: VisitRow, sign: 1 | -1): void {
  to.visits += sign;
  if (visit.number === 1) to.visitors += sign;
  to.pageviews += sign * visit.pageviews;
  to.events += sign * visit.events;
  to.bounces += sign * bounceOf(visit);
  to.duration += sign * (visit.lastAt - visit.startedAt);
}

const isSame = (one: VisitRow, other: VisitRow) =>
  (Object.keys(one) as (keyof VisitRow)[]).every((name) => one[name] === other[name]);

/**
 * Counts the visits of visitors again, some of whose hits are gone. A visit without hits disappears, and
 * later ones take its number. The others keep their source and dimensions, and begin and end with the hits
 * that are left: what hits say of their source is stored only for the first one.
 * @param visits all visits of these visitors on a day, in the order of visitors and numbers.
 */
export function recountVisits(visits: readonly VisitRow[], left: readonly Left[]): VisitChanges {
  const found = new Map(left.map((one) => [`${one.visitor} ${one.visit}`, one]));
  const changes: VisitChanges = { removed: [], added: [], renumbered: [], increment: { ...TOTALS } };
  let number = 0;
  let visitor = '';
  for (const before of visits) {
    if (before.visitor !== visitor) [visitor, number] = [before.visitor, 0];
    const hits = found.get(`${before.visitor} ${before.number}`);
    if (hits) number += 1;
    const { visit: _, ...own } = hits ?? { visit: 0 };
    const after = hits && { ...before, ...own, number };
    if (after && isSame(before, after)) continue;
    changes.removed.push(before);
    add(changes.increment, before, -1);
    if (!after) continue;
    changes.added.push(after);
    add(changes.increment, after, 1);
    if (number !== before.number) changes.renumbered.push({ visitor, from: before.number, to: number });
  }
  return changes;
}
