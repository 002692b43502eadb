import type { Context as KoaContext } from 'koa';
import { EVENTS } from '../http/eventStream.ts';

const JSON_TYPE = 'application/json';
/** Media types of all other responses. The first one is the default. */
const JSON_TYPES = [JSON_TYPE, 'application/graphql-response+json'];

/**
 * Returns the media type of a JSON response. As in REST, an `Accept` header without a supported type is
 * tolerated.
 */
export const jsonTypeFor = (ctx: KoaContext): string => ctx.accepts(JSON_TYPES) || JSON_TYPE;

/**
 * Returns the `Accept` header for Yoga: the type of JSON responses, and that of events if the client reads
 * them. Yoga ignores weights (`q=0.5`). For types that it does not know, it executes the operation, and
 * answers 406 without a body (findings/graphql-yoga-accept.sh).
 */
export function acceptFor(ctx: KoaContext): string {
  const json = jsonTypeFor(ctx);
  if (!ctx.accepts(EVENTS)) return json;
  return ctx.accepts(JSON_TYPES) ? `${json}, ${EVENTS}` : EVENTS;
}
