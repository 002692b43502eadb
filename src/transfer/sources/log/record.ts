import { canonicalAddress } from '../../../validation/address.ts';
import { skipped } from '../hits.ts';
import type { HitRecord, SkippedRecord } from '../records.ts';

export { skipped } from '../hits.ts';

/** What a line of an access log is read into. */
export type LineRecord = HitRecord | SkippedRecord;

/** What a line of an access log states about a pageview. All texts are decoded; empty ones are unknown. */
export interface PageRequest {
  /** Unix milliseconds. */
  at: number;
  /** The address of the client, or its name if the server looked it up. */
  address: string;
  host: string;
  /** The path with the query, or a full address. */
  target: string;
  referrer: string;
  /** Null if the format has no User-Agent. */
  userAgent: string | null;
  language?: string;
}

export const unreadable = (line: number, message: string): SkippedRecord => ({
  kind: 'skipped',
  line,
  reason: 'unreadable',
  message,
});

/** Creates the hit of a pageview. Without a User-Agent, whoever sends it is no browser. */
export function toRecord(line: number, request: PageRequest): LineRecord {
  const { at, address, host, target, referrer, userAgent, language = '' } = request;
  if (userAgent === '' || userAgent === '-') return skipped(line, 'no_user_agent');
  const isName = address !== '' && canonicalAddress(address) === '';
  return {
    kind: 'hit',
    line,
    at,
    page: host === '' || target.charCodeAt(0) !== 47 ? target : `http://${host}${target}`,
    referrer: referrer === '-' ? '' : referrer,
    // A name tells visitors apart as an address does.
    visitor: isName ? `${address} ${userAgent ?? ''}` : '',
    address: isName ? '' : address,
    userAgent: userAgent ?? '',
    language,
    resolution: '',
  };
}
