/** Codes that stand for no particular language. */
const NO_LANGUAGE = new Set(['und', 'zxx', 'mul', 'mis']);
const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
/** Canonical languages by code. The size is limited by the number of codes of two or three letters. */
const cache = new Map<string, string>();

/**
 * Returns the shortest code of a language (`eng` → `en`); '' if no such language exists, so that invalid
 * codes create no rows.
 */
function canonical(code: string): string {
  const [primary = ''] = (Intl.getCanonicalLocales(code)[0] ?? '').split('-');
  return names.of(primary) === undefined || NO_LANGUAGE.has(primary) ? '' : primary;
}

function primaryTag(tag: string): string {
  const code = /^\s*([a-z]{2,3})(?:[-_]|\s*$)/i.exec(tag)?.[1]?.toLowerCase();
  if (code === undefined) return '';
  let language = cache.get(code);
  if (language === undefined) {
    language = canonical(code);
    cache.set(code, language);
  }
  return language;
}

/**
 * Returns the entry with the greatest q; the first one among equals. Entries with q=0 are excluded: the
 * visitor does not want them.
 */
function preferred(acceptLanguage: string): string {
  let best = '';
  let bestQuality = 0;
  for (const entry of acceptLanguage.split(',')) {
    const [tag = '', ...parameters] = entry.split(';');
    const q = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean);
    const quality = q === undefined ? 1 : Number(q);
    if (tag.trim() !== '' && quality > bestQuality) {
      best = tag;
      bestQuality = quality;
    }
  }
  return best;
}

const isList = (text: string) => /,|;\s*q\s*=/i.test(text);

/**
 * Returns the visitor's language. Never throws.
 *
 * @param language `navigator.language` as the tracker sends it (`en-GB`), or a list like `Accept-Language`.
 * @param acceptLanguage the `Accept-Language` header, used if `language` contains none: its entry with the
 *   greatest q.
 * @returns the primary tag, two or three letters in lower case, ISO 639 with the shortest code (`en` for
 *   `en-GB` and `eng`); '' if unknown.
 */
export function primaryLanguage(language: string | undefined, acceptLanguage: string | undefined): string {
  const given = language ?? '';
  return primaryTag(isList(given) ? preferred(given) : given) || primaryTag(preferred(acceptLanguage ?? ''));
}
