/**
 * Replaces a `navigator.language` that is not a BCP 47 tag with `en-US`. Under a POSIX locale (`LANG=C`, as
 * in containers and kiosks), Chromium reports `en-US@posix`. uPlot passes it to `Intl.NumberFormat` while it
 * loads, which throws a RangeError. Must be imported before uPlot.
 */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

if (!isLanguageTag(navigator.language))
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });

export {};
