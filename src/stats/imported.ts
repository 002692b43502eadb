import { dayNumber, dayText } from '../calendar/days.ts';
import { SUMMED } from '../engine/columns/months/dimensions.ts';
import type { StatContext } from './context.ts';
import type { Period } from './periods.ts';

/** What daily sums of an import cannot answer, besides dimensions that its files do not have. */
export const OMITTED_PARTS = {
  filters: 'Numbers under a filter or a segment.',
  combinations: 'Breakdowns by several dimensions, and by properties.',
  real_hours: 'Series by the hour.',
  goals: 'Results of goals, and revenue.',
  funnels: 'Results of funnels, and journeys.',
} as const;

/** The dimensions that files may have. `hour_of_day` is an interval. */
const DIMENSIONS = SUMMED.filter((name) => name !== 'total' && name !== 'hour_of_day');

export type Omission = keyof typeof OMITTED_PARTS | (typeof DIMENSIONS)[number];

/** All omissions: parts of statistics, and dimensions. */
export const OMISSIONS = [...(Object.keys(OMITTED_PARTS) as (keyof typeof OMITTED_PARTS)[]), ...DIMENSIONS];

/** The imported days of a period. */
export interface ImportedDays {
  /** The first and the last of them in the period, as year-month-day. */
  from: string;
  to: string;
  /** The names of the sources, such as `plausible`. */
  sources: string[];
  /** What does not contain all of these days, in the order of {@link OMISSIONS}; nothing if all are hits. */
  omitted: Omission[];
}

/** Returns the imported days of a period; null if there are none. */
export async function readImported(
  period: Pick<Period, 'website' | 'from' | 'to'>,
  { loaders }: Pick<StatContext, 'loaders'>,
): Promise<ImportedDays | null> {
  const [from, to] = [dayNumber(period.from), dayNumber(period.to)];
  const imports = (await loaders.imports.load(period.website.id)).filter(
    ({ firstDay, lastDay }) => firstDay !== null && lastDay !== null && firstDay <= to && lastDay >= from,
  );
  if (imports.length === 0) return null;
  const ofSums = imports.filter(({ dimensions }) => dimensions !== '');
  const known = ofSums.map(({ dimensions }) => dimensions.split(' '));
  return {
    from: dayText(Math.max(from, Math.min(...imports.map(({ firstDay }) => firstDay as number)))),
    to: dayText(Math.min(to, Math.max(...imports.map(({ lastDay }) => lastDay as number)))),
    sources: [...new Set(imports.map(({ source }) => source))],
    omitted: OMISSIONS.filter(
      (name) => ofSums.length > 0 && (name in OMITTED_PARTS || known.some((list) => !list.includes(name))),
    ),
  };
}
