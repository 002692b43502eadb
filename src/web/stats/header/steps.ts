import {
  addDays,
  addMonths,
  dayCount,
  endOfMonth,
  monthCount,
  startOfMonth,
} from '../../../calendar/days.ts';
import { OF_MONTHS, type PresetName } from '../../shared/periods.ts';
import type { Days, Range, Website } from '../types.ts';

/** Whether a range is whole months, such as *This month* or that from the first to the last day of one. */
export const isOfMonths = (range: Range): boolean =>
  'preset' in range
    ? OF_MONTHS.includes(range.preset)
    : range.from === startOfMonth(range.from) && range.to === endOfMonth(range.to);

/** The named periods, except all time. */
function namedPeriods(today: string): [PresetName, Days][] {
  const month = startOfMonth(today);
  const last = addMonths(month, -1);
  return [
    ['today', { from: today, to: today }],
    ['yesterday', { from: addDays(today, -1), to: addDays(today, -1) }],
    ['last_7_days', { from: addDays(today, -6), to: today }],
    ['last_30_days', { from: addDays(today, -29), to: today }],
    ['this_month', { from: month, to: endOfMonth(today) }],
    ['last_month', { from: last, to: endOfMonth(last) }],
    ['last_12_months', { from: addMonths(month, -11), to: endOfMonth(today) }],
  ];
}

/** A range by its name, if it has one. Never ends after the current day. */
function rangeOf(days: Days, today: string): Range {
  const name = namedPeriods(today).find(([, { from, to }]) => from === days.from && to === days.to)?.[0];
  if (name) return { preset: name };
  return days.to > today ? { from: days.from, to: today } : days;
}

/**
 * Returns the range of the same kind before or after a range: as many whole months, or as many days. A later
 * range of days ends today at the latest. Does not depend on the statistics that the page shows, so that
 * steps can follow each other while those of the first are loading.
 * @returns null if there is none: it would be in the future, or before the first recorded day.
 */
export function steppedRange(
  range: Range,
  { today, recordedSince }: Pick<Website, 'today' | 'recordedSince'>,
  step: -1 | 1,
): Range | null {
  const shown = 'preset' in range ? namedPeriods(today).find(([name]) => name === range.preset)?.[1] : range;
  // All time has no neighbors.
  if (!shown || (step === 1 && shown.to >= today)) return null;
  const { from, to } = shown;
  if (isOfMonths(range)) {
    const first = addMonths(from, step * monthCount(from, to));
    const days = { from: first, to: endOfMonth(addMonths(first, monthCount(from, to) - 1)) };
    return isRecorded(days, recordedSince) ? rangeOf(days, today) : null;
  }
  const count = dayCount(from, to);
  const end = step === 1 && addDays(to, count) > today ? today : addDays(to, step * count);
  const days = { from: addDays(end, 1 - count), to: end };
  return isRecorded(days, recordedSince) ? rangeOf(days, today) : null;
}

const isRecorded = ({ to }: Days, since: string | null) => since !== null && since <= to;
