import type { FunnelStepInput } from '../../gql/graphql.ts';
import { download } from '../../shared/download.ts';
import { t } from '../../shared/i18n/t.ts';
import { type Cell, csvText, rateCell } from '../details/download.ts';
import type { GoalNames } from '../goals/goalNames.ts';
import type { Website } from '../types.ts';
import type { SavedFunnel } from './editedFunnel.ts';
import { stepName } from './rules.ts';
import type { FunnelBefore, FunnelResult } from './useFunnel.ts';

interface About {
  funnel: Pick<SavedFunnel, 'databaseId'>;
  /** The steps with their conditions; null if the viewer may not see them. */
  steps: readonly FunnelStepInput[] | null;
  result: FunnelResult;
  before: FunnelBefore | null;
  goals: GoalNames;
  website: Pick<Website, 'domain'> & { period: Pick<Website['period'], 'from' | 'to'> };
}

/** The steps of a funnel as rows, with a heading; durations are seconds, and numbers are not rounded. */
export function funnelRows({ steps, result, before, goals }: Omit<About, 'funnel' | 'website'>): Cell[][] {
  const head = [
    ...[t('funnels.file.step'), t('funnels.file.name'), t('panel.visitors'), t('funnels.ofFirst')],
    ...[t('funnels.file.ofPrevious'), t('funnels.file.dropped'), t('funnels.file.median')],
    ...(before ? [t('file.before', { metric: t('metric.visitors') })] : []),
  ];
  const rows = result.steps.map((step, index) => [
    ...[index + 1, stepName(step.name, index, steps, goals), step.visitors, rateCell(step.rateFromFirst)],
    ...[rateCell(step.rateFromPrevious), step.dropped, step.medianSeconds],
    ...(before ? [before.steps[index]?.visitors ?? null] : []),
  ]);
  return [head, ...rows];
}

/** Offers a funnel as a CSV file, whose name has the website, the funnel and the days. */
export function saveFunnel({ funnel, website, ...about }: About): void {
  const { from, to } = website.period;
  const name = `${[website.domain, 'funnel', funnel.databaseId, from, to].join('-')}.csv`;
  download(name, 'text/csv', csvText(funnelRows(about)));
}
