import { classifySource } from '../../../ingest/source/classify.ts';
import type { HitRecord, TotalDimension } from '../records.ts';
import { referrerValue, tagValue } from '../totals.ts';

/** How GoatCounter stores a referrer: an address, a name that it gave, a campaign, or another text. */
const ADDRESS = 'h';
const CAMPAIGN = 'c';

/** Fields of a hit with a referrer. A name, such as `Google`, is read as a source that was tagged. */
export function referrerOf(ref: string, scheme: string): Pick<HitRecord, 'referrer' | 'tags'> {
  if (ref === '') return { referrer: '' };
  if (scheme === ADDRESS) return { referrer: /^[a-z-]+:\/\//i.test(ref) ? ref : `https://${ref}` };
  // Android applications, such as com.google.android.gm.
  if (scheme !== CAMPAIGN && /^[\w-]+(?:\.[\w-]+)+$/.test(ref)) return { referrer: `android-app://${ref}` };
  return { referrer: '', tags: { utm_source: ref } };
}

/** The values of totals with a referrer. */
export function referrerValues(ref: string, scheme: string): [TotalDimension, string][] {
  const { referrer, tags } = referrerOf(ref, scheme);
  const host = referrerValue(referrer);
  const tag = tagValue(tags?.utm_source ?? '');
  const { source, channel } = classifySource({
    referrer: host,
    utm_source: tag,
    utm_medium: '',
    campaign: '',
    clickId: '',
  });
  return [
    ['referrer', host],
    ['source', source],
    ['channel', channel],
    ...(scheme === CAMPAIGN && tag !== '' ? [['utm_source', tag] as [TotalDimension, string]] : []),
  ];
}
