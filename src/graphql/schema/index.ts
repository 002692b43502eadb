import './scalars.ts';
import './website.ts';
import './websiteMutations.ts';
import './apiKey.ts';
import './account.ts';
import './period.ts';
import './imported.ts';
import './live.ts';
import './portfolio.ts';
import './segment.ts';
import './sharedLink.ts';
import './sharedLinkMutations.ts';
import './annotation.ts';
import './annotationMutations.ts';
import './goal.ts';
import './goalMutations.ts';
import './funnel.ts';
import './funnelMutations.ts';
import './journey.ts';
import './eventMenu.ts';
import './rateLimit.ts';
import './reportMutations.ts';
import './session.ts';
import './sessionList.ts';
import './securityLog.ts';
import { builder } from './builder.ts';

/** The GraphQL schema; `schema.graphql` is its printed form. */
export const schema = builder.toSchema();
