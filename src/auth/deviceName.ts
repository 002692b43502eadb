import bowser from 'bowser';

/** Longer ones are cut off before they are looked at. */
const MAX_USER_AGENT = 500;
const MAX_NAME = 40;

/**
 * Families of browser and system for people, such as `Firefox on Windows`; empty if neither is known. Far cheaper than the detector of
 * hits, which lives in another thread, and good enough to recognise one's own browser.
 */
export function describeDevice(userAgent: string): string {
  if (userAgent.trim() === '') return '';
  const { browser, os } = bowser.parse(userAgent.slice(0, MAX_USER_AGENT));
  return [browser.name, os.name].flatMap((name) => (name ? [name.slice(0, MAX_NAME)] : [])).join(' on ');
}
