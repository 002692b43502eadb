import { EXPORT_ROUTES } from './exports.ts';
import { FUNNEL_ROUTES } from './funnels.ts';
import { GOAL_ROUTES } from './goals.ts';
import { IMPORT_ROUTES } from './imports.ts';
import { JOURNEY_ROUTES } from './journeys.ts';
import { MEMBER_ROUTES } from './members.ts';
import type { RestRoute } from './route.ts';
import { STATISTICS_ROUTES } from './statistics.ts';
import { WEBSITE_ROUTES } from './websites.ts';

/** All routes of the REST API, besides its OpenAPI document. Each requires an API key. */
export const ROUTES: readonly RestRoute[] = [
  ...WEBSITE_ROUTES,
  ...STATISTICS_ROUTES,
  ...GOAL_ROUTES,
  ...FUNNEL_ROUTES,
  ...JOURNEY_ROUTES,
  ...EXPORT_ROUTES,
  ...IMPORT_ROUTES,
  ...MEMBER_ROUTES,
];
