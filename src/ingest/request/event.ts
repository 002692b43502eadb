import type { HitEvent } from '../hit.ts';
import { type FieldReader, isMissing, toNumber } from './fields.ts';
import { readProperties } from './properties.ts';
import { toRevenue } from './revenue.ts';

const MAX_NAME = 100;
const MAX_UNIT = 20;

/**
 * The name of events whose name is missing or cannot be used. They are events nevertheless: as pageviews they
 * would make the number of pageviews wrong, and their owner would not notice.
 */
export const UNNAMED_EVENT = '(unnamed)';

/** The event of a hit, and its properties as `Hit.properties`. */
interface ReadEvent {
  /** Null for a pageview. */
  event: HitEvent | null;
  properties: string | null;
}

/**
 * Reads the event of a hit.
 * @param event `{ name, value, unit, revenue, properties }`, or only the name.
 */
export function readEvent(event: unknown, fields: FieldReader): ReadEvent {
  if (isMissing(event) || event === false) return { event: null, properties: null };
  if (typeof event !== 'object' || Array.isArray(event))
    return { event: unused(event, fields), properties: null };
  const { name, value, unit, revenue, properties } = event as Record<string, unknown>;
  if (isMissing(name)) fields.ignored.push('event.name');
  return {
    event: {
      name: fields.readText('event.name', name, MAX_NAME) ?? UNNAMED_EVENT,
      value: fields.read('event.value', value, toNumber) ?? null,
      unit: fields.readText('event.unit', unit, MAX_UNIT) ?? null,
      revenue: fields.read('event.revenue', revenue, toRevenue),
    },
    properties: readProperties('event.properties', properties, fields),
  };
}

/** An event that is no object: its name, if it is a text or a number. */
function unused(event: unknown, fields: FieldReader): HitEvent {
  const name = event === true ? undefined : fields.readText('event', event, MAX_NAME);
  if (event === true) fields.ignored.push('event');
  return { name: name ?? UNNAMED_EVENT, value: null, unit: null };
}
