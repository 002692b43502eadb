import type { FunnelStepInput } from '../../gql/graphql.ts';
import { duration } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { GoalNames } from '../goals/goalNames.ts';
import { filterOfStep, type SavedFunnel, stepInWords } from './editedFunnel.ts';

/** The rules of a funnel in words, such as `Within one visit · within 30m`. */
export const rulesInWords = ({ scope, strict, within }: SavedFunnel): string =>
  [
    t(`funnels.scope.${scope}`),
    ...(within === null ? [] : [t('funnels.within', { duration: duration(within) })]),
    ...(strict ? [t('funnels.strict')] : []),
  ].join(' · ');

/**
 * The name of a step: its own, its condition in words, or its number.
 * @param steps with their conditions; null if the viewer may not see them.
 */
export function stepName(
  name: string | null,
  index: number,
  steps: readonly FunnelStepInput[] | null,
  goals: GoalNames,
): string {
  const step = steps?.[index];
  if (name !== null) return name;
  return step ? stepInWords(filterOfStep(step), goals) : t('funnels.step', { number: index + 1 });
}
