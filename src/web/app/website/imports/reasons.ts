/** The reasons for which rows of files are not imported that have a text. */
export const IMPORT_REASONS = [
  ...(['unreadable', 'unreadable_page', 'static_file', 'not_get', 'not_a_page', 'status'] as const),
  ...(['no_user_agent', 'no_request', 'bot', 'excluded_ip', 'wrong_host', 'spam', 'prefetch'] as const),
  ...(['privacy_signal', 'quota', 'too_recent', 'too_early', 'after_own_hits', 'shared_day'] as const),
] as const;
