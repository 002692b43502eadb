/**
 * Whether a moment is over. One that cannot be read counts as over, so that nothing stays valid because of
 * it.
 * @param at null for never.
 */
export function isOver(at: Date | null, now: number): boolean {
  return at !== null && !(at.getTime() > now);
}
