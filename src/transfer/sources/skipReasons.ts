import type { DropReason } from '../../ingest/hit.ts';

/** The reasons of live hits that records of imports can have. */
const OF_HITS = [
  ...(['bot', 'excluded_ip', 'wrong_host', 'spam', 'prefetch', 'privacy_signal', 'quota'] as const),
] as const satisfies readonly DropReason[];

/** The reasons for which rows of imports are not imported. The page has a text for each of them. */
export const SKIP_REASONS = [
  ...OF_HITS,
  ...(['unreadable', 'unreadable_page', 'too_early', 'too_recent', 'after_own_hits', 'shared_day'] as const),
  // Access logs
  ...(['static_file', 'not_get', 'not_a_page', 'status', 'no_user_agent', 'no_request'] as const),
  // Exports of other products
  ...(['other_event', 'other_action', 'event_detail', 'automatic_event', 'engagement'] as const),
  ...(['no_page', 'total_row', 'not_imported'] as const),
  // Exports of Footfall
  ...(['dropped_hits', 'existing_setting', 'invalid_setting'] as const),
] as const;

export type SkipReason = (typeof SKIP_REASONS)[number];
