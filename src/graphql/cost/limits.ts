import type { Viewer } from '../../auth/viewer.ts';

/** What one operation may have: fields within each other, fields at all, and points (cost.ts) by who asks. */
export const LIMITS = {
  depth: 12,
  breadth: 1_000,
  points: { anonymous: 20_000, account: 100_000 },
} as const;

/** Most points of an operation of that viewer. */
export function operationLimit(viewer: Viewer): number {
  return viewer.kind === 'anonymous' ? LIMITS.points.anonymous : LIMITS.points.account;
}
