import { graphqlData } from './engine/asking.ts';
import type { Statistics } from './statistics.ts';

/** The days with which the default period is compared. */
export const COMPARED_DAYS = 'Sep 18 – Oct 17, 2026, until 12:00 PM';

/** The change of a row, its compared count, and the class of its color. */
export interface ExpectedChange {
  text: string;
  count: string;
  color: string;
}

/** What rows of the default period have to say, from their own counts and those of the compared period. */
export async function expectedChanges(statistics: Statistics, name: string): Promise<ExpectedChange[]> {
  const rows = 'nodes { value count }';
  const { website } = await graphqlData<{
    website: {
      period: Record<string, { nodes: { value: string; count: number }[] }> & {
        previous: { nodes: { value: string; count: number }[] } & Record<string, never>;
      };
    };
  }>(
    statistics.server,
    `{ website(id: "${statistics.site.id}") { period(name: LAST_30_DAYS, compare: SAME_WEEKDAYS) {
      now: stats(name: ${name}, first: 10) { ${rows} }
      previous(elapsed: true) { before: stats(name: ${name}, first: 100) { ${rows} } } } } }`,
  );
  const { now, previous } = website.period;
  const before = new Map(
    (previous as unknown as { before: { nodes: { value: string; count: number }[] } }).before.nodes.map(
      ({ value, count }) => [value, count],
    ),
  );
  return (now?.nodes ?? []).map(({ value, count }) => {
    const earlier = before.get(value) ?? 0;
    if (earlier === 0) return { text: 'new', count: '0', color: 'change-more' };
    const percent = (100 * (count - earlier)) / earlier;
    const size =
      Math.abs(percent) < 10 ? Math.round(Math.abs(percent) * 10) / 10 : Math.round(Math.abs(percent));
    const sign = size === 0 ? '±' : percent < 0 ? '−' : '+';
    const color = size === 0 ? 'change-same' : percent < 0 ? 'change-less' : 'change-more';
    return { text: `${sign}${size.toLocaleString('en')}%`, count: earlier.toLocaleString('en'), color };
  });
}
