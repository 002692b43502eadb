/** The reasons why hits are dropped, in the order of their list. Their texts are `drop.…`. */
export const DROP_REASONS = [
  ...(['bot', 'excluded_ip', 'wrong_host', 'spam'] as const),
  ...(['prefetch', 'privacy_signal', 'quota'] as const),
] as const;
