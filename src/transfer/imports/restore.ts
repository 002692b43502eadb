import DataLoader from 'dataloader';
import { operator } from '../../auth/keys.ts';
import { dayText } from '../../calendar/days.ts';
import { AppError } from '../../errors.ts';
import type { Website } from '../../generated/prisma/client.ts';
import { foldCase } from '../../validation/caseFold.ts';
import { shownText } from '../../validation/shown.ts';
import { createAnnotation } from '../../websites/annotations/changes.ts';
import type { NewRowContext } from '../../websites/context.ts';
import { ANNOTATIONS, FUNNELS, GOALS, SEGMENTS } from '../../websites/entities.ts';
import { createFunnel } from '../../websites/funnels/changes.ts';
import { createGoal } from '../../websites/goals/changes.ts';
import { createRowLoaders } from '../../websites/loaders.ts';
import { createSegment } from '../../websites/segments/changes.ts';
import { MANIFEST } from '../exports/layout.ts';
import type { SettingsRecord } from '../sources/records.ts';
import type { SkipReason } from '../sources/skipReasons.ts';
import { withGoalIds } from './goalIds.ts';
import type { ImportDeps } from './run.ts';
import { skip, type Tally } from './tally.ts';

/** The kinds of rows that are restored: goals first, because the others use them. */
const KINDS = { goals: GOALS, segments: SEGMENTS, funnels: FUNNELS, annotations: ANNOTATIONS } as const;

type Kind = keyof typeof KINDS;

/** How many rows of each kind were restored. */
export type RestoredSettings = Record<Kind, number>;

export interface RestoreDeps extends Pick<ImportDeps, 'db' | 'now'> {
  /** Counts what is not restored, as `existing_setting` and `invalid_setting`. */
  tally: Tally;
}

/** A row of an export; not validated. */
type Given = Readonly<Record<string, unknown>>;

/** The ids of the website's rows by their keys, and the new ids of the goals of one export. */
interface Known {
  ids: Record<Kind, Map<string, number>>;
  goals: Map<number, number>;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** By what a row of an export is the same as one of the website. */
const keyOf = (kind: Kind, { name, day, text }: Given): string =>
  kind === 'annotations' ? `${textOf(day)} ${textOf(text)}` : foldCase(textOf(name));

async function idsOf({ read }: ImportDeps['db'], websiteId: number): Promise<Known['ids']> {
  const query = { where: { websiteId } };
  const byName = (rows: readonly { id: number; nameKey: string }[]) =>
    new Map(rows.map(({ id, nameKey }) => [nameKey, id]));
  const annotations = (await read.annotation.findMany(query)).map(({ id, day, text }) => {
    return [keyOf('annotations', { day: dayText(day), text }), id] as const;
  });
  return {
    goals: byName(await read.goal.findMany(query)),
    segments: byName(await read.segment.findMany(query)),
    funnels: byName(await read.funnel.findMany(query)),
    annotations: new Map(annotations),
  };
}

/** Creates a row by the rules for people who create one. */
function create(
  kind: Kind,
  { name, filter, steps, scope, strict, within, ...annotation }: Given,
  { website_id, goals, context }: { website_id: number; goals: Known['goals']; context: NewRowContext },
): Promise<{ id: number }> {
  if (kind === 'goals') return createGoal({ website_id, name, filter }, context);
  if (kind === 'annotations') return createAnnotation({ ...annotation, website_id }, context);
  if (kind === 'segments')
    return createSegment({ website_id, name, filter: withGoalIds(filter, goals) }, context);
  const asks = { steps: withGoalIds(steps, goals), scope, strict, within };
  return createFunnel({ website_id, name, ...asks }, context);
}

/**
 * Restores goals, segments, funnels and annotations from exports, by the rules for creating them. Those whose
 * names the website has already stay as they are, and so do equal annotations. The settings of the website
 * do not change.
 * @param website into which an authorized person imports.
 * @throws DatabaseFault. What was restored before it stays.
 */
export async function restoreSettings(
  website: Website,
  settings: readonly SettingsRecord[],
  { db, now, tally }: RestoreDeps,
): Promise<RestoredSettings> {
  const loaders = {
    ...createRowLoaders(db),
    website: new DataLoader(async (ids: readonly number[]) => ids.map(() => website)),
  };
  const context: NewRowContext = { db, now, viewer: operator(website.teamId), loaders };
  const restored: RestoredSettings = { goals: 0, segments: 0, funnels: 0, annotations: 0 };

  async function restore(kind: Kind, given: Given, { ids, goals }: Known): Promise<boolean> {
    const key = keyOf(kind, given);
    const own = ids[kind].get(key);
    const id = own ?? (await create(kind, given, { website_id: website.id, goals, context })).id;
    ids[kind].set(key, id);
    if (kind === 'goals') goals.set(Number(given.id), id);
    return own === undefined;
  }

  const ids = await idsOf(db, website.id);
  for (const record of settings) {
    // The ids of goals are those of the export.
    const known: Known = { ids, goals: new Map() };
    for (const kind of Object.keys(KINDS) as Kind[])
      for (const [index, row] of record[kind].entries()) {
        const given = (typeof row === 'object' && row !== null ? row : {}) as Given;
        const { noun, limit } = KINDS[kind];
        const what = `${noun} "${shownText(textOf(given.name) || textOf(given.text))}"`;
        const skipped = (reason: SkipReason, why: string) =>
          skip(tally, MANIFEST, { line: index + 1, reason, message: `${what}: ${why}` });
        try {
          // An export never has more, and each takes a transaction.
          if (index >= limit) skipped('invalid_setting', `A website has at most ${limit} of them.`);
          else if (await restore(kind, given, known)) restored[kind] += 1;
          else skipped('existing_setting', 'The website has it already.');
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          skipped('invalid_setting', mistakesOf(error));
        }
      }
  }
  return restored;
}

const mistakesOf = ({ message, details }: AppError): string =>
  Object.entries(details.fields ?? {})
    .map(([name, messages]) => `${name}: ${messages.join(' ')}`)
    .join(' ') || message;
