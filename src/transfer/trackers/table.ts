import type { CompatibleProduct } from '../../tracker/compatible.ts';
import { ackee } from './ackee.ts';
import { amplitude } from './amplitude.ts';
import { counterscale } from './counterscale.ts';
import { countly } from './countly.ts';
import { fathom } from './fathom.ts';
import { goatcounter } from './goatcounter.ts';
import { jitsu } from './jitsu.ts';
import { matomo } from './matomo.ts';
import { mixpanel } from './mixpanel.ts';
import { openpanel } from './openpanel.ts';
import { phpanalytics } from './phpanalytics.ts';
import { pirsch } from './pirsch.ts';
import { plausible } from './plausible.ts';
import { posthog } from './posthog.ts';
import { rudderstack } from './rudderstack.ts';
import { rybbit } from './rybbit.ts';
import { segment } from './segment.ts';
import { simpleAnalytics } from './simpleAnalytics.ts';
import { snowplow } from './snowplow.ts';
import { swetrix } from './swetrix.ts';
import type { Tracker, TrackerRoute } from './tracker.ts';
import { umami } from './umami.ts';
import { vemetric } from './vemetric.ts';

/** The trackers of other products, by their names in COMPATIBLE. */
export const TRACKERS: Record<CompatibleProduct, Tracker> = {
  ackee,
  amplitude,
  countly,
  counterscale,
  fathom,
  goatcounter,
  jitsu,
  matomo,
  mixpanel,
  openpanel,
  phpanalytics,
  pirsch,
  plausible,
  posthog,
  rudderstack,
  rybbit,
  segment,
  'simple-analytics': simpleAnalytics,
  snowplow,
  swetrix,
  umami,
  vemetric,
};

/** A route with its tracker. */
export interface MatchedRoute extends TrackerRoute {
  product: CompatibleProduct;
  tracker: Tracker;
}

const withoutSlash = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path);

/**
 * Returns a function that finds the routes of a path, for all methods; an empty list if the path has none.
 * Several products may share a path: the body tells them apart.
 */
export function createMatcher(products: readonly CompatibleProduct[]): (path: string) => MatchedRoute[] {
  const exact = new Map<string, MatchedRoute[]>();
  const patterns: [RegExp, MatchedRoute][] = [];
  for (const product of products) {
    const tracker = TRACKERS[product];
    for (const route of tracker.routes) {
      const path = withoutSlash(route.path);
      const matched = { ...route, product, tracker };
      if (path.includes('*')) patterns.push([patternOf(path), matched]);
      else exact.set(path, [...(exact.get(path) ?? []), matched]);
    }
  }
  return (given) => {
    const path = withoutSlash(given);
    return exact.get(path) ?? patterns.filter(([pattern]) => pattern.test(path)).map(([, route]) => route);
  };
}

function patternOf(path: string): RegExp {
  const segments = path.split('*').map((part) => part.replace(/[.]/g, '\\.'));
  return new RegExp(`^${segments.join('[\\w.~%-]{1,200}')}$`);
}
