import type { FilterInput, FunnelScope, FunnelStepInput } from '../../gql/graphql.ts';
import { type EditedCondition, filterOfAlternatives } from '../filters/alternatives.ts';
import {
  alternativesOfDrafts,
  alternativesOfOne,
  areComplete,
  type DraftState,
  draftState,
} from '../filters/drafts.ts';
import { alternativesOf } from '../filters/readAlternatives.ts';
import { filterInWords } from '../filters/words.ts';
import type { GoalNames } from '../goals/goalNames.ts';

/** Limits of the server. */
export const STEPS = { least: 2, most: 8, name: 100 } as const;

/** A funnel as the API names it. */
export interface SavedFunnel {
  id: string;
  databaseId: number;
  name: string;
  /** The steps as JSON; null unless the viewer is in the team of the website. */
  steps: string | null;
  scope: FunnelScope;
  strict: boolean;
  /** In seconds; null for no limit. */
  within: number | null;
}

/** The funnel in the dialog: a saved one, or a new one. */
export type EditedFunnel = SavedFunnel | 'new';

/** A step in the editor. */
export interface EditedStep {
  /** Identifies the step while it is edited. */
  key: number;
  /** Empty for the name of its goal, or for its condition in words. */
  name: string;
  /** Null for a condition that only the API can change: `filter`. */
  conditions: DraftState | null;
  filter: FilterInput | null;
}

/** The condition of a step as a filter. */
export const filterOfStep = ({ goal, filter }: FunnelStepInput): FilterInput =>
  goal != null ? { goal } : (filter ?? {});

/** The condition of a step in words, no longer than a name. */
export const stepInWords = (filter: FilterInput, goals: GoalNames) =>
  filterInWords(filter, goals).slice(0, STEPS.name);

/** The steps of a saved funnel; null if the viewer may not see their conditions. */
export const stepsOf = ({ steps }: Pick<SavedFunnel, 'steps'>): FunnelStepInput[] | null =>
  steps === null ? null : (JSON.parse(steps) as FunnelStepInput[]);

/** A new step. @param condition without values. */
export const newStep = (key: number, condition: EditedCondition): EditedStep => ({
  key,
  name: '',
  conditions: draftState(alternativesOfOne(condition)),
  filter: null,
});

/** The edited form of a step. A name that is its condition in words follows the condition. */
export function editedStep(step: FunnelStepInput, key: number, goals: GoalNames): EditedStep {
  const filter = filterOfStep(step);
  const alternatives = alternativesOf({ filter });
  const name = step.name ?? '';
  return {
    key,
    name: name === stepInWords(filter, goals) ? '' : name,
    conditions: alternatives && draftState(alternatives),
    filter,
  };
}

/** Whether a step has a condition. */
export const isStepComplete = ({ conditions }: EditedStep): boolean =>
  conditions === null || areComplete(conditions.drafts);

/** The condition of an edited step; null if it has none yet. */
export function conditionOfStep({ conditions, filter }: EditedStep): FilterInput | null {
  if (conditions === null) return filter;
  return areComplete(conditions.drafts)
    ? filterOfAlternatives(alternativesOfDrafts(conditions.drafts))
    : null;
}

/**
 * The name that a step has without one of its own: its condition in words. Other people see the name, but not
 * the condition.
 */
export function usualName(step: EditedStep, goals: GoalNames): string {
  const filter = conditionOfStep(step);
  return filter ? stepInWords(filter, goals) : '';
}

/** The steps as the API takes them; null if one is not complete. A goal is a step with the goal's name. */
export function stepInputs(steps: readonly EditedStep[], goals: GoalNames): FunnelStepInput[] | null {
  const found = steps.map((step): FunnelStepInput | null => {
    const filter = conditionOfStep(step);
    if (!filter) return null;
    const name = step.name.trim();
    const { goal, ...others } = filter;
    if (goal != null && Object.keys(others).length === 0) return { goal, ...(name && { name }) };
    return { filter, name: name || usualName(step, goals) };
  });
  return found.every((step) => step !== null) ? found : null;
}

/** The steps with one of them at another position. */
export function movedStep(steps: readonly EditedStep[], from: number, to: number): EditedStep[] {
  const step = steps[from];
  return step && to >= 0 && to < steps.length ? steps.toSpliced(from, 1).toSpliced(to, 0, step) : [...steps];
}

/** Units of a limit of time, in seconds, with the largest first. */
export const UNITS = { hours: 3_600, minutes: 60, seconds: 1 } as const;
export type Unit = keyof typeof UNITS;

/** A limit of time as a number of the largest unit of which it is a whole one. */
export function limitOf(within: number | null): { amount: string; unit: Unit } {
  if (within === null) return { amount: '', unit: 'minutes' };
  const units = Object.keys(UNITS) as Unit[];
  const unit = units.find((name) => within > 0 && within % UNITS[name] === 0) ?? 'seconds';
  return { amount: String(within / UNITS[unit]), unit };
}

/** A limit of time in seconds; null for none. */
export const secondsOf = ({ amount, unit }: { amount: string; unit: Unit }): number | null =>
  amount === '' ? null : Number(amount) * UNITS[unit];

/**
 * The field of an error by its path in the input: `name`, `steps` (the list itself), `step0` …,
 * `within`, or `others`.
 */
export function fieldOfError([field = '', index]: readonly string[]): string {
  if (field === 'steps' && index !== undefined) return `step${index}`;
  return ['name', 'steps', 'within'].includes(field) ? field : 'others';
}
