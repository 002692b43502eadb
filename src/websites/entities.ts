import { type ActionName, can } from '../auth/permissions.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { Annotation, Funnel, Goal, Segment, SharedLink, Website } from '../generated/prisma/client.ts';
import type { Entity, WebsiteRow } from './entity.ts';
import { type LoadedFunnel, loadedFunnel } from './funnels/stored.ts';
import { type LoadedGoal, loadedGoal } from './goals/stored.ts';
import { type LoadedSegment, loadedSegment } from './segments/loaders.ts';

/** What belongs to a website: one entry for each kind of rows, with its limit and its permissions. */

/** Maximum number of rows of each kind of a website; expired shared links count. */
export const MAX_SEGMENTS = 100;
export const MAX_LINKS = 50;
export const MAX_ANNOTATIONS = 1_000;
export const MAX_GOALS = 100;
export const MAX_FUNNELS = 50;

const same = <Row>(row: Row): Row => row;

/** Whether a viewer may use a segment of its website: a key that is limited to a segment, only that one. */
export const isUsable = (viewer: Viewer, { id }: Pick<Segment, 'id'>): boolean =>
  viewer.kind === 'account' && (viewer.segmentId === null || viewer.segmentId === id);

/** Saved filters. Changing one also requires reading it, because the result shows it. */
export const SEGMENTS: Entity<Segment, LoadedSegment> = {
  noun: 'segment',
  taken: 'The website already has a segment with this name.',
  model: 'segment',
  orderBy: { nameKey: 'asc' },
  limit: MAX_SEGMENTS,
  tooMany: {
    name: [`The website already has the maximum of ${MAX_SEGMENTS} segments. Delete one first.`],
  },
  create: ['change', 'readOwnStats'],
  change: ['change', 'readOwnStats'],
  isVisible: (viewer, segment, website) => can(viewer, 'readOwnStats', website) && isUsable(viewer, segment),
  load: loadedSegment,
};

const SHARING: readonly ActionName[] = ['change', 'readOwnStats'];

/** Whether the viewer may share the statistics of a website. */
export const canShare = (viewer: Viewer, website: Pick<Website, 'id' | 'teamId'>): boolean =>
  SHARING.every((action) => can(viewer, action, website));

/** Reading the links requires the same as changing them: they contain the secret addresses. */
export const SHARED_LINKS: Entity<SharedLink> = {
  noun: 'shared link',
  model: 'sharedLink',
  orderBy: { id: 'asc' },
  limit: MAX_LINKS,
  tooMany: {
    name: [`The website already has the maximum of ${MAX_LINKS} shared links. Delete one first.`],
  },
  create: SHARING,
  change: SHARING,
  isVisible: (viewer, _link, website) => canShare(viewer, website),
  load: same,
};

/** Notes on days. A deployment script may add one without access to statistics. */
export const ANNOTATIONS: Entity<Annotation> = {
  noun: 'annotation',
  model: 'annotation',
  orderBy: { day: 'asc', id: 'asc' },
  limit: MAX_ANNOTATIONS,
  tooMany: {
    text: [`The website already has the maximum of ${MAX_ANNOTATIONS} annotations. Delete some first.`],
  },
  create: ['change'],
  change: ['change', 'readAnnotations'],
  isVisible: (viewer, { isPublic }, website) =>
    can(viewer, isPublic ? 'readStats' : 'readAnnotations', website),
  load: same,
};

/** Named conditions on hits. */
export const GOALS: Entity<Goal, LoadedGoal> = {
  noun: 'goal',
  taken: 'The website already has a goal with this name.',
  model: 'goal',
  orderBy: { nameKey: 'asc' },
  limit: MAX_GOALS,
  tooMany: { name: [`The website already has the maximum of ${MAX_GOALS} goals. Delete one first.`] },
  create: ['change', 'readOwnStats'],
  change: ['change', 'readOwnStats'],
  isVisible: (viewer, _goal, website) => can(viewer, 'readOwnStats', website),
  load: loadedGoal,
};

/** Saved funnels. */
export const FUNNELS: Entity<Funnel, LoadedFunnel> = {
  noun: 'funnel',
  taken: 'The website already has a funnel with this name.',
  model: 'funnel',
  orderBy: { nameKey: 'asc' },
  limit: MAX_FUNNELS,
  tooMany: { name: [`The website already has the maximum of ${MAX_FUNNELS} funnels. Delete one first.`] },
  create: ['change', 'readOwnStats'],
  change: ['change', 'readOwnStats'],
  isVisible: (viewer, _funnel, website) => can(viewer, 'readOwnStats', website),
  load: loadedFunnel,
};

/** The kinds of rows by the name of their type in GraphQL. Loaders and global ids derive from them. */
export const ENTITIES = {
  Segment: SEGMENTS,
  SharedLink: SHARED_LINKS,
  Annotation: ANNOTATIONS,
  Goal: GOALS,
  SavedFunnel: FUNNELS,
} as const;

export type EntityName = keyof typeof ENTITIES;
export const ENTITY_NAMES = Object.keys(ENTITIES) as EntityName[];

/** A row of a kind as it is stored. */
export type StoredRow<Name extends EntityName> = Parameters<(typeof ENTITIES)[Name]['load']>[0];

/** A row of a kind as it is loaded. */
export type LoadedRow<Name extends EntityName> = ReturnType<(typeof ENTITIES)[Name]['load']> & WebsiteRow;
