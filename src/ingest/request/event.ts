import type { HitEvent } from '../hit.ts';
import { type FieldReader, isMissing, toNumber } from './fields.ts';

const MAX_NAME = 100;
const MAX_UNIT = 20;

/**
 * The name of events whose name is missing or cannot be used. They are events nevertheless: as pageviews they
 * would make the number of pageviews wrong, and their owner would not notice.
 */
export const UNNAMED_EVENT = '(unnamed)';

/**
 * Reads the event of a hit.
 * @param event `{ name, value, unit }`, or only the name.
 * @returns null if the hit is a pageview.
 */
export function readEvent(event: unknown, fields: FieldReader): HitEvent | null {
  if (isMissing(event) || event === false) return null;
  if (typeof event !== 'object' || Array.isArray(event)) return unused(event, fields);
  const { name, value, unit } = event as Record<string, unknown>;
  if (isMissing(name)) fields.ignored.push('event.name');
  return {
    name: fields.readText('event.name', name, MAX_NAME) ?? UNNAMED_EVENT,
    value: fields.read('event.value', value, toNumber) ?? null,
    unit: fields.readText('event.unit', unit, MAX_UNIT) ?? null,
  };
}

/** An event that is no object: its name, if it is a text or a number. */
function unused(event: unknown, fields: FieldReader): HitEvent {
  const name = event === true ? undefined : fields.readText('event', event, MAX_NAME);
  if (event === true) fields.ignored.push('event');
  return { name: name ?? UNNAMED_EVENT, value: null, unit: null };
}
