import type { FieldErrors } from '../../errors.ts';
import { invalid } from '../../errors.ts';
import { type Checked, MAX_ID } from '../../validation/rules.ts';
import { shownText, shownValue } from '../../validation/shown.ts';
import { cleanText } from '../../validation/text.ts';
import { isObject } from './condition.ts';
import { checkFilter } from './filter.ts';
import type { HitsOnly, Naming } from './filterNames.ts';
import type { Path } from './mistakes.ts';
import type { Filter, FunnelScope, JourneyQuestion } from './types.ts';

/** Limits of funnels and journeys. */
export const FUNNEL_STEPS = { least: 2, most: 8 } as const;
export const JOURNEY_LIMITS = { steps: 10, first: 50 } as const;
export const JOURNEY_DEFAULTS = { steps: 4, first: 10 } as const;
/** Maximum length of the name of a step. */
const MAX_NAME = 100;
/** Maximum length of steps as JSON text in REST. */
export const MAX_STEPS_TEXT = 65_536;

export const FUNNEL_SCOPES: readonly FunnelScope[] = ['visit', 'visitor'];
const EXAMPLE = '[{"filter": {"page": {"in": ["/"]}}}, {"filter": {"event": {"in": ["Signup"]}}}]';

/** A step of a funnel: a condition on hits. */
export interface FunnelStep {
  /** Null if it has none; then that of `goal`, if the step is one. */
  name: string | null;
  filter: Filter;
  /** The id of the goal that the step is; null if it has a filter. */
  goal: number | null;
}

/** What a funnel asks. */
export interface FunnelInput {
  steps: readonly FunnelStep[];
  scope: FunnelScope;
  strict: boolean;
  /** In seconds; null for no limit. */
  within: number | null;
}

/** Whether a value counts as missing. */
const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

/** Reads a filter that must have a condition on hits. */
function hitsFilter(input: unknown, naming: Naming, at: Path, inside: HitsOnly): Checked<Filter> {
  const { data, fields } = checkFilter(input, naming, at, inside);
  if (fields) return { data: null, fields };
  if (data) return { data, fields: null };
  return { data: null, fields: { [at.join('.')]: ['Must have at least one condition.'] } };
}

function readStep(input: unknown, naming: Naming, at: Path): Checked<FunnelStep> {
  const wrong = (field: string, message: string): Checked<FunnelStep> => ({
    data: null,
    fields: { [field]: [message] },
  });
  const here = at.join('.');
  if (!isObject(input))
    return wrong(here, `Must be an object with a filter or a goal; got ${shownValue(input)}.`);
  const { name, filter, goal, ...others } = input as Record<string, unknown>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return wrong(
      `${here}.${shownText(unknown)}`,
      'Must be left out: a step has `name`, and `filter` or `goal`.',
    );
  if (isAbsent(filter) === isAbsent(goal)) return wrong(here, 'Must have either a filter or a goal.');
  if (!isAbsent(name) && typeof name !== 'string')
    return wrong(`${here}.name`, `Must be a string; got ${shownValue(name)}.`);
  const text = typeof name === 'string' ? cleanText(name).trim() : '';
  if (text.length > MAX_NAME)
    return wrong(`${here}.name`, `Must be at most ${MAX_NAME} characters long; got ${text.length}.`);
  const given = isAbsent(goal) ? filter : { goal };
  const read = hitsFilter(given, naming, isAbsent(goal) ? [...at, 'filter'] : at, 'step');
  if (read.fields) return { data: null, fields: read.fields };
  const id = read.data.kind === 'goal' && !isAbsent(goal) ? read.data.id : null;
  return { data: { name: text || null, filter: read.data, goal: id }, fields: null };
}

function readSteps(input: unknown, naming: Naming, at: Path): Checked<FunnelStep[]> {
  const wrong = (message: string): Checked<FunnelStep[]> => ({
    data: null,
    fields: { [at.join('.')]: [message] },
  });
  let given = input;
  if (naming === 'rest' && typeof input === 'string') {
    if (input.length > MAX_STEPS_TEXT)
      return wrong(`Must be at most ${MAX_STEPS_TEXT} characters long; got ${input.length}.`);
    try {
      given = JSON.parse(input);
    } catch {
      return wrong(`Must be JSON, such as ${EXAMPLE}.`);
    }
  }
  const { least, most } = FUNNEL_STEPS;
  if (!Array.isArray(given)) return wrong(`Must be a list of steps, such as ${EXAMPLE}.`);
  if (given.length < least || given.length > most)
    return wrong(`Must have ${least} to ${most} steps; got ${given.length}.`);
  const read = given.map((step, index) => readStep(step, naming, [...at, String(index)]));
  const fields: FieldErrors = Object.assign({}, ...read.map((step) => step.fields ?? {}));
  if (Object.keys(fields).length > 0) return { data: null, fields };
  return { data: read.map(({ data }) => data as FunnelStep), fields: null };
}

const BOOLEANS = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** A number, or its digits, as in REST; NaN for others. */
const numberOf = (value: unknown): number =>
  typeof value === 'string' && !/^\d+$/.test(value) ? Number.NaN : Number(value);

/**
 * Checks a funnel.
 * @param input `steps` (in REST also JSON text), `scope`, `strict`, `within`; not validated yet.
 * @param at the path of `steps` in the error messages.
 */
export function checkFunnel(
  input: { steps?: unknown; scope?: unknown; strict?: unknown; within?: unknown },
  naming: Naming,
): Checked<FunnelInput> {
  const steps = readSteps(input.steps, naming, ['steps']);
  const fields: FieldErrors = { ...steps.fields };
  const scope = isAbsent(input.scope)
    ? 'visitor'
    : FUNNEL_SCOPES.find((name) => name === String(input.scope).toLowerCase());
  if (!scope) fields.scope = [`Must be visit or visitor; got ${shownValue(input.scope)}.`];
  const strict = isAbsent(input.strict) ? false : BOOLEANS.get(input.strict);
  if (strict === undefined) fields.strict = [`Must be true or false; got ${shownValue(input.strict)}.`];
  const within = isAbsent(input.within) ? null : numberOf(input.within);
  if (within !== null && !(Number.isInteger(within) && within >= 0 && within <= MAX_ID))
    fields.within = [`Must be a whole number of seconds, at least 0; got ${shownValue(input.within)}.`];
  if (Object.keys(fields).length > 0 || !steps.data || !scope || strict === undefined)
    return { data: null, fields };
  return { data: { steps: steps.data, scope, strict, within }, fields: null };
}

/** As {@link checkFunnel}. @throws AppError `invalid`. */
export function parseFunnel(input: Parameters<typeof checkFunnel>[0], naming: Naming): FunnelInput {
  const { data, fields } = checkFunnel(input, naming);
  if (fields) throw invalid(fields);
  return data;
}

function integerBetween(value: unknown, least: number, most: number): number | null {
  const number = numberOf(value);
  return Number.isInteger(number) && number >= least && number <= most ? number : null;
}

/**
 * Checks the arguments of journeys.
 * @param input `start` or `end` (filters with conditions on hits; in REST also JSON text), `steps`, `first`;
 *   not validated yet.
 */
export function checkJourney(
  input: { start?: unknown; end?: unknown; steps?: unknown; first?: unknown },
  naming: Naming,
): Checked<JourneyQuestion> {
  const { start, end, steps = JOURNEY_DEFAULTS.steps, first = JOURNEY_DEFAULTS.first } = input;
  const fields: FieldErrors = {};
  const hasStart = !isAbsent(start);
  if (hasStart === !isAbsent(end))
    fields[hasStart ? 'end' : 'start'] = [
      hasStart ? 'Must be left out with `start`.' : 'Is required, unless `end` is given.',
    ];
  const direction = hasStart ? 'forwards' : 'backwards';
  const name = hasStart ? 'start' : 'end';
  const anchor =
    Object.keys(fields).length > 0 ? null : hitsFilter(hasStart ? start : end, naming, [name], 'journey');
  Object.assign(fields, anchor?.fields ?? {});
  const levels = integerBetween(steps, 1, JOURNEY_LIMITS.steps);
  if (levels === null) fields.steps = [`Must be 1 to ${JOURNEY_LIMITS.steps}; got ${shownValue(steps)}.`];
  const most = integerBetween(first, 1, JOURNEY_LIMITS.first);
  if (most === null) fields.first = [`Must be 1 to ${JOURNEY_LIMITS.first}; got ${shownValue(first)}.`];
  if (!anchor?.data || levels === null || most === null || Object.keys(fields).length > 0)
    return { data: null, fields };
  return { data: { anchor: anchor.data, direction, steps: levels, first: most }, fields: null };
}

/** As {@link checkJourney}. @throws AppError `invalid` with every wrong argument. */
export function parseJourney(input: Parameters<typeof checkJourney>[0], naming: Naming): JourneyQuestion {
  const { data, fields } = checkJourney(input, naming);
  if (fields) throw invalid(fields);
  return data;
}
