import { z } from 'zod';
import { can } from '../../auth/permissions.ts';
import {
  checkFunnel,
  type FunnelInput,
  type FunnelStep,
  parseFunnel,
} from '../../engine/question/behaviour.ts';
import { dimensionsOfFilter } from '../../engine/question/filter.ts';
import type { Naming } from '../../engine/question/filterNames.ts';
import { type FieldErrors, invalid } from '../../errors.ts';
import type { Funnel, Website } from '../../generated/prisma/client.ts';
import { checkInput, integer, MAX_ID, optional, withoutEmpty } from '../../validation/rules.ts';
import type { LoadedFunnel } from '../../websites/funnels/stored.ts';
import { hiddenBelow, isShown, requireFiltering, requireShown, withGoals } from '../access.ts';
import type { StatContext } from '../context.ts';
import type { Period } from '../periods.ts';
import { questionOf } from '../sums.ts';
import { ownPeriod } from './ownPeriod.ts';

/** A step, and how many visitors reached it. */
export interface FunnelStepResult {
  /** Null if neither the step nor its goal has a name. */
  name: string | null;
  visitors: number;
  /** Visitors who reached the step before, but not this one; 0 for the first. */
  dropped: number;
  /** Visitors divided by those of the step before; null for the first step, and if there are none. */
  rateFromPrevious: number | null;
  /** Visitors divided by those of the first step; null if there are none. */
  rateFromFirst: number | null;
  /** The median of the least time since the step before, in seconds; null for the first step. */
  medianSeconds: number | null;
  /** The pages that those who did not go on saw next, with the most visitors first. */
  leftTo: readonly { path: string; visitors: number }[];
}

/** How many visitors reached the steps of a funnel. */
export interface FunnelResult {
  funnel: LoadedFunnel | null;
  steps: FunnelStepResult[];
  /** The visitors that the filter selects. */
  visitors: number;
  /** Visitors of the last step divided by `visitors`; null without any. */
  conversionRate: number | null;
}

/** Which funnel to read: the id of a saved one, or what it asks; not validated yet. */
export interface FunnelChoice {
  id?: number | null | undefined;
  steps?: unknown;
  scope?: unknown;
  strict?: unknown;
  within?: unknown;
}

const NO_FUNNEL = 'Must be the id of a funnel of this website.';

/** The rules of the arguments of {@link readOwnFunnel} besides those of the engine. */
export const funnelRules = { funnel: optional(integer(1, MAX_ID, NO_FUNNEL)) };
const funnelSchema = z.object(funnelRules);

const rate = (part: number, all: number): number | null => (all === 0 ? null : part / all);

async function askedFunnel(
  { website }: Period,
  { id, ...choice }: FunnelChoice,
  naming: Naming,
  context: StatContext,
): Promise<{ funnel: LoadedFunnel | null; asks: FunnelInput }> {
  requireFiltering(website, context);
  const field = naming === 'rest' ? 'funnel' : 'id';
  if (id == null) {
    if (choice.steps == null) throw invalid({ steps: [`Is required, unless \`${field}\` is given.`] });
    return { funnel: null, asks: parseFunnel(choice, naming) };
  }
  if (choice.steps != null) throw invalid({ steps: [`Must be left out with \`${field}\`.`] });
  requireShown(['funnels'], context);
  const funnel = await context.loaders.rows.SavedFunnel.load(id);
  if (funnel?.websiteId !== website.id) throw invalid({ [field]: [NO_FUNNEL] });
  return { funnel, asks: funnel.asks };
}

/** Returns the name of a step: its own, or that of its goal. */
async function nameOf({ name, goal }: FunnelStep, { loaders }: StatContext): Promise<string | null> {
  if (name !== null || goal === null) return name;
  return (await loaders.rows.Goal.load(goal))?.name ?? null;
}

/**
 * Reads how many visitors reached the steps of a funnel in a period that the viewer may read.
 * @throws AppError `invalid`, with the paths of wrong parts; `forbidden` if the viewer may not read it.
 */
export async function readFunnel(
  period: Period,
  choice: FunnelChoice,
  naming: Naming,
  context: StatContext,
): Promise<FunnelResult> {
  const { funnel, asks } = await askedFunnel(period, choice, naming, context);
  const filters = await Promise.all(
    asks.steps.map(({ filter }) => withGoals(period.website, filter, context)),
  );
  // The pages that visitors left to are values, too.
  if (!funnel) requireShown(['page', ...filters.flatMap(dimensionsOfFilter)], context);
  const { scope, strict, within } = asks;
  const milliseconds = within === null ? null : 1_000 * within;
  const question = { ...questionOf(period), funnel: { steps: filters, scope, strict, within: milliseconds } };
  const [answer, names] = await Promise.all([
    context.loaders.analysis.load({ websiteId: period.website.id, question }),
    Promise.all(asks.steps.map((step) => nameOf(step, context))),
  ]);
  const reached = answer.funnel ?? [];
  const [first] = reached;
  const last = reached.at(-1);
  const { visitors } = answer.sums;
  return {
    funnel,
    visitors,
    conversionRate: rate(last?.visitors ?? 0, visitors),
    steps: reached.map((step, index): FunnelStepResult => {
      const before = reached[index - 1];
      return {
        name: names[index] ?? null,
        visitors: step.visitors,
        dropped: before ? before.visitors - step.visitors : 0,
        rateFromPrevious: before ? rate(step.visitors, before.visitors) : null,
        rateFromFirst: rate(step.visitors, first?.visitors ?? 0),
        medianSeconds: step.median === null ? null : step.median / 1_000,
        leftTo: step.leftTo,
      };
    }),
  };
}

/**
 * Lists the saved funnels of a website that the viewer may read with {@link readFunnel}, ordered by name.
 * Returns none if the viewer may not read funnels.
 * @param first maximum number of funnels.
 */
export async function listShownFunnels(
  website: Website,
  first: number,
  context: StatContext,
): Promise<Funnel[]> {
  const { viewer, loaders } = context;
  const isAllowed = can(viewer, 'readStats', website) && hiddenBelow(website, context) === 0;
  if (!isAllowed || !isShown('funnels', context)) return [];
  return (await loaders.rowsOfWebsite.SavedFunnel.load(website.id)).slice(0, first);
}

/**
 * Reads a funnel of a website of the viewer's team, by the website's id.
 * @param args `from`, `to`, `filter`, and either `steps`, `scope`, `strict` and `within`, or the id of a
 *   saved `funnel`, with the names of REST; not validated yet. Empty ones count as missing.
 * @throws AppError as {@link readFunnel}; `not_found`.
 */
export async function readOwnFunnel(id: number, args: object, context: StatContext): Promise<FunnelResult> {
  const given = withoutEmpty(args);
  const { steps, scope, strict, within } = given;
  const asked = { steps, scope, strict, within };
  const { data, fields } = checkInput(funnelSchema, given);
  const errors = { ...fields, ...(given.funnel === undefined ? stepErrors(asked) : withSavedErrors(asked)) };
  const others = Object.keys(errors).length > 0 ? errors : null;
  const period = await ownPeriod(id, given, context, others);
  return readFunnel(period, { ...asked, id: data?.funnel }, 'rest', context);
}

/** The mistakes in the arguments of a funnel that is not saved. Missing steps are one. */
const stepErrors = (asked: Omit<FunnelChoice, 'id'>): FieldErrors => ({
  ...checkFunnel(asked, 'rest').fields,
  ...(asked.steps === undefined && { steps: ['Is required, unless `funnel` is given.'] }),
});

/** The mistakes in further arguments beside a saved funnel, which has its own. */
const withSavedErrors = (asked: Omit<FunnelChoice, 'id'>): FieldErrors =>
  Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, ['Must be left out with `funnel`.']]],
    ),
  );
