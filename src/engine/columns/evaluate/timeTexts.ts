import { dayText, HOURS, UNIT_OF_DAY } from '../../../calendar/days.ts';
import type { GroupDimension } from '../../question/types.ts';
import type { TimeDimension } from '../../registry/dimensions.ts';

/** What groups have values of: the dimensions of a question, and the currency of revenue. */
export type GroupedDimension = GroupDimension | 'currency';

/**
 * The values of a time dimension on a day, given as 20261121: one by local hour, or one for the whole day.
 */
export const TIME_TEXTS: Readonly<Record<TimeDimension | 'hour_of_day', (day: number) => readonly string[]>> =
  {
    hour: (day) => HOURS.map((hour) => `${dayText(day)}T${hour}`),
    hour_of_day: () => HOURS,
    day: (day) => [dayText(day)],
    week: (day) => [UNIT_OF_DAY.week(dayText(day))],
    month: (day) => [UNIT_OF_DAY.month(dayText(day))],
  };

export const isTime = (dimension: GroupedDimension): dimension is keyof typeof TIME_TEXTS =>
  dimension in TIME_TEXTS;

export const isHourly = (dimension: GroupedDimension) => dimension === 'hour' || dimension === 'hour_of_day';

export const HOURS_A_DAY = HOURS.length;
