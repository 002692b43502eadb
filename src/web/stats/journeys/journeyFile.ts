import { download } from '../../shared/download.ts';
import { t } from '../../shared/i18n/t.ts';
import { type Cell, csvText } from '../details/download.ts';
import type { Website } from '../types.ts';
import { levelInWords, stepInWords } from './anchors.ts';
import type { Direction } from './journeyAddress.ts';
import { childrenBefore, type JourneyNode, kindOf, partOf, visitsBefore } from './tree.ts';

interface Journeys {
  roots: readonly JourneyNode[];
  /** The journeys of the compared period; null for no column. */
  before: readonly JourneyNode[] | null;
  direction: Direction;
}

/** All that visits of one path did. */
interface Path {
  steps: string[];
  visits: number;
  /** The visits in the compared period; null if they are not known. */
  before: number | null;
}

/** The paths from nodes to the last steps below them. */
function pathsOf(
  nodes: readonly JourneyNode[],
  earlier: readonly JourneyNode[] | null,
  direction: Direction,
): Path[] {
  return nodes.flatMap((node): Path[] => {
    const step = stepInWords({ kind: kindOf(node), label: partOf(node).label }, direction);
    const below = pathsOf(node.children ?? [], childrenBefore(node, earlier), direction);
    if (below.length > 0) return below.map((path) => ({ ...path, steps: [step, ...path.steps] }));
    return [{ steps: [step], visits: node.visits, before: visitsBefore(node, earlier) }];
  });
}

/**
 * Journeys as rows, with a heading: one for each path through all steps, also through those that the page
 * does not show. The visits of the paths add up to those of the journeys.
 */
export function journeyRows({ roots, before, direction }: Journeys): Cell[][] {
  const paths = pathsOf(roots, before, direction);
  const levels = Array.from({ length: Math.max(0, ...paths.map(({ steps }) => steps.length)) });
  const head = [
    ...levels.map((_, level) => levelInWords(level, direction)),
    t('journeys.visits'),
    ...(before ? [t('file.before', { metric: t('journeys.visits') })] : []),
  ];
  const rows = paths.map((path) => [
    ...levels.map((_, level) => path.steps[level] ?? null),
    path.visits,
    ...(before ? [path.before] : []),
  ]);
  return [head, ...rows];
}

/** Offers journeys as a CSV file, whose name has the website and the days. */
export function saveJourneys({
  website,
  ...journeys
}: Journeys & {
  website: Pick<Website, 'domain'> & { period: Pick<Website['period'], 'from' | 'to'> };
}): void {
  const { from, to } = website.period;
  const name = `${[website.domain, 'journeys', from, to].join('-')}.csv`;
  download(name, 'text/csv', csvText(journeyRows(journeys)));
}
