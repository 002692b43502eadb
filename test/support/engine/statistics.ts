import type { Analysis } from '../../../src/engine/columns/analysis.ts';
import type { Answer } from '../../../src/engine/question/types.ts';
import { STATISTICS, type StatName } from '../../../src/engine/registry/statistics.ts';
import { rowsOf } from '../../../src/stats/query.ts';

/** Reads the first 100 rows of statistics of all hits of a website, without the rules of a viewer. */
export async function statisticsOf(
  analysis: Pick<Analysis, 'answer'>,
  { websiteId, from, to }: { websiteId: number; from: number; to: number },
  names: readonly StatName[],
): Promise<{ rows: { value: string; count: number }[]; total: number; sum: number }[]> {
  const questions = names.map((name) => ({
    ...rowsOf(name),
    from,
    to,
    untilHour: null,
    filter: null,
    search: null,
    hideBelow: 0,
    offset: 0,
    limit: 100,
    order: { metric: STATISTICS[name].unit, direction: 'desc' } as const,
  }));
  const [replies = []] = await analysis.answer([{ websiteId, questions }]);
  return replies.map(({ answer }, index) => {
    const { rows, total, matched } = answer as Answer;
    const { unit } = STATISTICS[names[index] as StatName];
    const counts = rows.map(({ values, sums }) => ({ value: values[0] as string, count: sums[unit] }));
    return { rows: counts, total, sum: matched[unit] };
  });
}
