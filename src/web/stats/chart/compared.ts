import { type Change, changeOf, daysInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { comparedInWords } from '../compare.ts';
import type { Period, Website } from '../types.ts';
import type { MetricEntry, Value } from './metrics.ts';
import { countedBefore, hasOtherLength, isUnfinished } from './points.ts';

/** What a change depends on besides the two numbers. */
export interface ComparedPeriod {
  period: Pick<Period, 'from' | 'to'> & {
    previous: Pick<NonNullable<Period['previous']>, 'from' | 'to' | 'untilHour'> | null;
  };
  website: Pick<Website, 'today' | 'hour' | 'recordedSince'>;
}

/** How a number compares with that of the compared period. */
export interface Compared {
  /** The change; null where it would mislead. */
  change: Change | null;
  /** Whether the change is a decline, neither or an improvement. */
  direction: Change['direction'];
  /** The compared number and its days, in words. */
  explained: string;
}

/** The hour of the last half hour of a day, in which the compared day is a whole one. */
const LAST_HOUR = 23;

/**
 * Compares a number of a period, as far as the two can be compared; null if they cannot.
 * @param isRow whether it is the count of a value: one that did not occur before is new.
 */
export function comparedWith(
  metric: MetricEntry,
  [now, before]: readonly [now: Value | null, before: Value | null],
  { period, website }: ComparedPeriod,
  isRow = false,
): Compared | null {
  const { previous } = period;
  const counted = countedBefore(period, website);
  if (!previous || before === null || counted === 'none') return null;
  const isGrowing = isUnfinished(period, website) && previous.untilHour === null && website.hour < LAST_HOUR;
  // The compared hours are whole ones: at 09:40, they are those before 10:00.
  const isAhead = isUnfinished(period, website) && (previous.untilHour ?? 0) > website.hour;
  const isNew = isRow && before === 0 && now !== null && Number(now) > 0;
  const changed: Change | null = isNew
    ? { text: t('change.new'), direction: 1 }
    : now === null
      ? null
      : changeOf(metric, Number(now), Number(before));
  // A period that is compared with whole days may still grow, so it is not marked as a decrease. For a single
  // day, the percentage is omitted as well.
  const isDay = period.from === period.to;
  const less = metric.grows && (isGrowing || (isDay && isAhead)) && changed?.direction === -1;
  const change = counted === 'part' || (less && isDay) ? null : changed;
  // A sum over other days of a calendar is no better or worse, if there are more or fewer of them.
  const isOther = metric.grows && hasOtherLength(period, website);
  const direction = less || isOther || !metric.moreIsBetter ? 0 : (change?.direction ?? 0);
  const recorded = counted === 'part' ? website.recordedSince : null;
  const compared = { days: comparedInWords(previous), before: metric.format(before) };
  const since = recorded && daysInWords(recorded, recorded);
  const explained = since
    ? t(isGrowing ? 'totals.comparedWholePart' : 'totals.comparedPart', { ...compared, since })
    : t(isGrowing ? 'totals.comparedWhole' : 'totals.compared', compared);
  return { change, direction, explained };
}

/** The class of a change, which colors it. */
export const classOf = ({ direction }: Pick<Compared, 'direction'>) =>
  `change-${['less', 'same', 'more'][direction + 1]}`;
