import type { ClusterNode } from '../../database.ts';
import type { Guard } from '../../health/guard.ts';

/** The guards of the writes on each machine, so that one that is away does not delay the others. */
export function createNodeGuards(create: (url: string) => Guard): { of(node: ClusterNode): Guard } {
  const guards = new Map<string, Guard>();
  return {
    of({ url }) {
      const guard = guards.get(url) ?? create(url);
      guards.set(url, guard);
      return guard;
    },
  };
}
