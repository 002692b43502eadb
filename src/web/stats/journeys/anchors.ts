import { FEW } from '../../../engine/registry/dimensions.ts';
import { OTHER } from '../../../engine/registry/statistics.ts';
import { t } from '../../shared/i18n/t.ts';
import type { GoalNames } from '../goals/goalNames.ts';
import { valueInWords } from '../labels.ts';
import type { GoalRow, Period } from '../types.ts';
import type { Anchor, Journey } from './journeyAddress.ts';
import type { Step } from './tree.ts';

/** The anchor as people read it. */
export const anchorInWords = ({ kind, value }: Anchor, names: GoalNames): string =>
  kind === 'goal' ? names.nameOf(value) : valueInWords(kind, value);

/** Returns whether a value of a statistic is one value, and not the sum of others. */
export const isValue = (value: string): boolean => value !== '' && value !== FEW && value !== OTHER;

/** The journey that is shown: the chosen one, or from the largest landing page on, or to the first goal. */
export function shownJourney(
  journey: Journey,
  period: Period,
  goals: readonly GoalRow[],
): Pick<Journey, 'anchor' | 'direction'> {
  const { anchor, direction } = journey;
  if (anchor) return { anchor, direction };
  const page = (period.LANDING_PAGE ?? period.PAGE)?.nodes.find(({ value }) => isValue(value));
  if (page) return { anchor: { kind: 'page', value: page.value }, direction: 'start' };
  const goal = goals.find((one) => one.goal)?.goal;
  return { anchor: goal ? { kind: 'goal', value: String(goal.databaseId) } : null, direction: 'end' };
}

/** A step as people read it. */
export function stepInWords({ kind, label }: Pick<Step, 'kind' | 'label'>, direction: Journey['direction']) {
  if (kind === 'other') return t('journeys.other');
  if (kind === 'end') return t(direction === 'start' ? 'journeys.ends' : 'journeys.begins');
  return label;
}

/** The name of a column: `Start`, `Step 2`; backwards `End`, `1 step before`. */
export function levelInWords(level: number, direction: Journey['direction']): string {
  if (direction === 'end') return level === 0 ? t('journeys.last') : t('journeys.before', { count: level });
  return level === 0 ? t('journeys.first') : t('journeys.after', { number: level + 1 });
}
