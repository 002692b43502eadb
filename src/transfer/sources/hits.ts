import type { HitRecord, SkippedRecord } from './records.ts';
import type { SkipReason } from './skipReasons.ts';

/** The fields of a hit that a source states; `line`, `at` and `page` always. Others are unknown. */
export type HitFields = Pick<HitRecord, 'line' | 'at' | 'page'> & Partial<Omit<HitRecord, 'kind'>>;

/** Creates a hit. */
export const toHit = (fields: HitFields): HitRecord => ({
  kind: 'hit',
  referrer: '',
  visitor: '',
  address: '',
  userAgent: '',
  language: '',
  resolution: '',
  ...fields,
});

/** Creates the record of a row that is no pageview and no event of a person. */
export const skipped = (line: number, reason: SkipReason): SkippedRecord => ({
  kind: 'skipped',
  line,
  reason,
});

/** The address of a page: its path with the query, behind its host if that is known. */
export function pageAddress(host: string, path: string, query = ''): string {
  const begun = path.startsWith('/') ? path : `/${path}`;
  const target = query === '' ? begun : `${begun}?${query.replace(/^\?/, '')}`;
  return host === '' ? target : `https://${host}${target}`;
}

/** Removes the entries that are empty texts; undefined if none is left. */
export function withoutEmptyTexts<Key extends string>(
  texts: Readonly<Record<Key, string>>,
): Partial<Record<Key, string>> | undefined {
  const entries = Object.entries(texts).filter(([, text]) => text !== '');
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Partial<Record<Key, string>>);
}
