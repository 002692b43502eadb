import type { Viewer } from '../../auth/viewer.ts';

/** Limits of one operation: depth of fields, number of fields, and points (cost.ts) by kind of viewer. */
export const LIMITS = {
  depth: 12,
  breadth: 1_000,
  points: { anonymous: 20_000, account: 100_000 },
} as const;

/** Returns the maximum cost of one operation of that viewer, in points. */
export function operationLimit(viewer: Viewer): number {
  return viewer.kind === 'anonymous' ? LIMITS.points.anonymous : LIMITS.points.account;
}
