/** What the browser says where there is no language to say. */
const NO_LANGUAGE = new Set(['und', 'zxx', 'mul', 'mis']);
const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
/** Bounded by what two or three letters can spell. */
const known = new Map<string, string>();

/** The shortest code of a language that people speak (`eng` → `en`), '' for one that nobody does: junk must not make rows. */
function canonical(code: string): string {
  const [primary = ''] = (Intl.getCanonicalLocales(code)[0] ?? '').split('-');
  return names.of(primary) === undefined || NO_LANGUAGE.has(primary) ? '' : primary;
}

function primaryTag(tag: string): string {
  const code = /^\s*([a-z]{2,3})(?:[-_]|\s*$)/i.exec(tag)?.[1]?.toLowerCase();
  if (code === undefined) return '';
  let language = known.get(code);
  if (language === undefined) {
    language = canonical(code);
    known.set(code, language);
  }
  return language;
}

/** The entry with the greatest q; the first one among equals. Entries with q=0 are what the visitor does not want. */
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

/**
 * The visitor's language.
 *
 * @param language `navigator.language` as the tracker sends it (`en-GB`).
 * @param acceptLanguage the `Accept-Language` header, used where the former says nothing: its entry of the greatest q.
 * @returns the primary tag, two or three letters in lower case, ISO 639 with the shortest code (`en` for `en-GB` and `eng`);
 *   '' if unknown. Never throws.
 */
export function primaryLanguage(language: string | undefined, acceptLanguage: string | undefined): string {
  return primaryTag(language ?? '') || primaryTag(preferred(acceptLanguage ?? ''));
}
