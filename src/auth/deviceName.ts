import bowser from 'bowser';

/** Longer values are truncated before they are parsed. */
const MAX_USER_AGENT = 500;
const MAX_NAME = 40;

/**
 * Returns the browser and the operating system, such as `Firefox on Windows`; empty if neither is known. Much
 * cheaper than the parser for hits, which runs in another thread, and precise enough for people to recognise
 * their own browser.
 */
export function describeDevice(userAgent: string): string {
  if (userAgent.trim() === '') return '';
  const { browser, os } = bowser.parse(userAgent.slice(0, MAX_USER_AGENT));
  return [browser.name, os.name].flatMap((name) => (name ? [name.slice(0, MAX_NAME)] : [])).join(' on ');
}
