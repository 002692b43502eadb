import { type Channel, channelOf } from './channels.ts';
import { networkOf } from './clickId.ts';
import { sourceOfHost, sourceOfTag } from './known.ts';

export { CHANNELS, type Channel } from './channels.ts';

/** The fields of the first hit of a visit that tell its source; '' for missing ones. */
export interface SourceFields {
  /** A host in lower-case ASCII without `www.`, or the id of an Android application. */
  referrer: string;
  utm_source: string;
  utm_medium: string;
  /** `utm_campaign`. */
  campaign: string;
  /** The name of an ad click id, as `clickIdOf` returns it. */
  clickId: string;
}

/** Media that stand for none. Links carry them when somebody copied them out of a report. */
const NO_MEDIUM: ReadonlySet<string> = new Set(['(none)', '(not set)']);
/** Categories with a paid channel. */
const PAID_CATEGORIES: ReadonlySet<string | undefined> = new Set(['search', 'social', 'video', 'shopping']);

const normalized = (text: string) => text.trim().toLowerCase();

/**
 * Returns the source and the channel of a visit. Never throws.
 *
 * The source is the name of the known source that `utm_source` names, otherwise `utm_source` as given,
 * otherwise the name of a known referrer, otherwise the referrer; '' for direct visits. A `utm_source`
 * replaces the referrer for the channel as well: `google` counts as the search engine, and an unknown one as
 * an unknown source.
 *
 * An ad click id counts only without a `utm_medium`, which says more. The category of the source determines
 * which paid channel the click belongs to; that of the advertising network does if the source has none.
 */
export function classifySource(fields: SourceFields): { source: string; channel: Channel } {
  const tag = normalized(fields.utm_source);
  const given = normalized(fields.utm_medium);
  const medium = NO_MEDIUM.has(given) ? '' : given;
  const known = tag === '' ? sourceOfHost(fields.referrer) : sourceOfTag(tag);
  const network = medium === '' ? networkOf(fields.clickId) : undefined;
  const channel = channelOf({
    source: tag || fields.referrer,
    medium,
    campaign: normalized(fields.campaign),
    category: network && !PAID_CATEGORIES.has(known?.category) ? network : known?.category,
    adClick: network !== undefined,
  });
  return { source: known?.name ?? (tag === '' ? fields.referrer : fields.utm_source), channel };
}
