import { activeRules } from './active.ts';

/** Whether a name is an IANA time zone in its exact spelling: `Europe/Paris`, `UTC`, `Asia/Kolkata`. */
export function isTimeZone(name: string): boolean {
  return activeRules().names.has(name) && activeRules().zone(name) !== null;
}

/** Time zones that only Java and Intl know. */
const SYSTEM_V: Readonly<Record<string, string>> = {
  'SystemV/AST4ADT': 'America/Halifax',
  'SystemV/EST5EDT': 'America/New_York',
  'SystemV/CST6CDT': 'America/Chicago',
  'SystemV/MST7MDT': 'America/Denver',
  'SystemV/PST8PDT': 'America/Los_Angeles',
  'SystemV/YST9YDT': 'America/Anchorage',
};

/** Returns the time zone of `SystemV/PST8PDT`, or of `SystemV/PST8`, which has no daylight saving time. */
export function systemVZone(name: string): string | undefined {
  if (Object.hasOwn(SYSTEM_V, name)) return SYSTEM_V[name];
  const hours = /^SystemV\/[A-Z]{3}(\d+)$/.exec(name)?.[1];
  return hours && `Etc/GMT+${hours}`;
}

/**
 * Returns the IANA name of a time zone under which Intl knows another name: `BST`, which is Dhaka's there, or
 * `Asia/KOLKATA`. An earlier version accepted these, so websites that have them keep their hours.
 * @throws RangeError for a name that Intl does not know, either.
 */
export function formerName(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
  return systemVZone(timeZone) ?? timeZone;
}
