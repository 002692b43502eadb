import { cutPath } from '../../ingest/request/page.ts';
import { referrerHost } from '../../ingest/request/referrer.ts';
import { storedPath } from '../../validation/storedPath.ts';
import { cutText } from '../../validation/text.ts';
import { bareDomain } from '../../validation/url.ts';
import { knownText } from './names/client.ts';
import type { TotalDimension, TotalRecord } from './records.ts';

/** The sums of a total. */
export type Sums = Omit<TotalRecord, 'kind' | 'line' | 'day' | 'dimension' | 'value'>;

const MAX_TAG = 100;
const MAX_NAME = 100;

export const toTotal = (
  line: number,
  day: number,
  dimension: TotalDimension,
  value: string,
  sums: Sums,
): TotalRecord => ({ kind: 'total', line, day, dimension, value, ...sums });

/** The path of a page, as Footfall counts it: without the query. */
export const pathValue = (path: string): string => {
  const bare = path.replace(/[?#].*$/s, '');
  return cutPath(storedPath(bare.startsWith('/') ? bare : `/${bare}`));
};

/** A host, as Footfall counts it. */
export const hostValue = (host: string): string =>
  bareDomain(knownText(host).toLowerCase().replace(/:\d+$/, ''));

/** The host of a referrer, as Footfall counts it; empty for texts that are no address. */
export function referrerValue(text: string): string {
  const known = knownText(text);
  if (known === '' || /\s/.test(known)) return '';
  const host = referrerHost(/^[a-z-]+:\/\//i.test(known) ? known : `https://${known}`, '');
  return host.includes('.') ? host : '';
}

/** A campaign parameter, as Footfall counts it. */
export const tagValue = (text: string): string => cutText(knownText(text), MAX_TAG);

/** The name of an event, as Footfall counts it. */
export const eventValue = (text: string): string => cutText(knownText(text), MAX_NAME);

/** Reads a day such as `2026-11-27` or `20261127`; undefined if it does not exist. */
export function dayOf(text: string): number | undefined {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1970;
  return exists ? year * 10_000 + month * 100 + day : undefined;
}

/** The greatest number of a row. Greater ones are mistakes, and their sums would not be exact. */
const MAX_SUM = 10 ** 12;

/** Whether a number can be that of a row: an integer that is not negative. */
export const isSum = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_SUM;

/** Reads a sum: a number that is not negative, rounded. NaN if it is none. Empty is 0. */
export function sumOf(text: string): number {
  if (text === '') return 0;
  const number = /^\d+(?:\.\d+)?$/.test(text) ? Math.round(Number(text)) : Number.NaN;
  return isSum(number) ? number : Number.NaN;
}

/** How many totals are kept until their day ends. */
const MAX_KEPT = 50_000;

/**
 * Adds up totals of one value, for files with a row for each hour or for combinations of dimensions. Only the
 * totals of one day are kept.
 */
export class DaySums {
  private day = 0;
  private totals = new Map<string, TotalRecord>();

  /** Adds sums. Returns the totals that are complete: when a day ends, or there are too many. */
  add(line: number, day: number, dimension: TotalDimension, value: string, sums: Sums): TotalRecord[] {
    const done = day !== this.day || this.totals.size >= MAX_KEPT ? this.take() : [];
    this.day = day;
    const key = `${dimension} ${value}`;
    const total = this.totals.get(key);
    if (total === undefined) this.totals.set(key, toTotal(line, day, dimension, value, { ...sums }));
    else
      for (const [name, sum] of Object.entries(sums) as [keyof Sums, number][])
        total[name] = (total[name] ?? 0) + sum;
    return done;
  }

  /** Returns the totals that were not returned yet. */
  take(): TotalRecord[] {
    const totals = [...this.totals.values()];
    this.totals = new Map();
    return totals;
  }
}
