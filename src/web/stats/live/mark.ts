import type { LiveSubscription } from '../../gql/graphql.ts';

/**
 * Changes with each new hit, and not otherwise: not when old hits leave the window. An event of a visitor who
 * was there changes no count, and can have the time of the pageview before it.
 */
export function markOf({
  minutes,
  hits,
}: Pick<LiveSubscription['liveVisitors'], 'minutes' | 'hits'>): string {
  const last = minutes.findLast(({ visitors }) => visitors > 0);
  const newest = hits[0]?.at;
  const atOnce = hits.filter(({ at }) => at === newest).length;
  return [last?.at, last?.visitors, last?.pageviews, newest, atOnce].join(' ');
}
