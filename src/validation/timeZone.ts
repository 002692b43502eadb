import { z } from 'zod';
import { isTimeZone } from '../calendar/zones/names.ts';
import { similarTimeZones } from '../calendar/zones/similar.ts';

/** The IANA name of a time zone. The message for another text proposes the names that it may stand for. */
export const timeZone = z.string({ error: 'Must be a single string.' }).superRefine((name, context) => {
  if (!isTimeZone(name)) context.addIssue(messageFor(name));
});

function messageFor(name: string): string {
  const similar = similarTimeZones(name);
  return similar.length === 0
    ? 'Must be an IANA time zone, for example Europe/Berlin.'
    : `Must be an IANA time zone, for example ${similar.join(', ')}; got "${name}".`;
}
