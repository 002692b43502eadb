import { isbot } from 'isbot';

/** Real browsers stay below this; a longer one must not cost more to look at. */
const MAX_LENGTH = 1_000;

/**
 * Tells whether a User-Agent is that of a crawler, a library, a headless browser or a monitor. Every browser sends one, so
 * an empty or missing User-Agent counts as a bot. Never throws.
 */
export function isBot(userAgent: string | undefined): boolean {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  return text.trim() === '' || isbot(text);
}
