import { decodeEscapes, decodeParameter } from '../../validation/query.ts';
import { cleanText, cutText } from '../../validation/text.ts';
import { CLICK_IDS, clickIdOf } from '../source/clickId.ts';

/** The dimensions of a visit that the query of its first page determines, and their parameters. */
const TAGS = {
  campaign: 'utm_campaign',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
} as const;
type Tag = keyof typeof TAGS;

/** The parameters of a page's query that tell the source of a visit; '' for missing ones. */
export interface SourceTags extends Record<Tag, string> {
  /** The name of its ad click id, such as `gclid`. */
  clickId: string;
}

export const NO_TAGS: Readonly<SourceTags> = {
  campaign: '',
  utm_source: '',
  utm_medium: '',
  utm_term: '',
  utm_content: '',
  clickId: '',
};

const MAX_TAG = 100;
/** Encoded text after this length is not read. A letter that was encoded twice has at most 20 characters. */
const MAX_ENCODED = 20 * MAX_TAG;
/** Parameters after these are not read: addresses of pages never have so many. */
const MAX_PARAMETERS = 500;

const NAMES: ReadonlySet<string> = new Set([...Object.values(TAGS), ...CLICK_IDS]);
/** Separates a known parameter from the one before it, also where that one should have ended with `&`. */
const SEPARATOR = new RegExp(`[&?;](?:amp;|#0{0,3}38;){0,3}(?=(?:${[...NAMES].join('|')})=)`, 'i');
/** The address of another page, whose parameters are not those of this page. */
const ADDRESS = /:\/\/|%3a%2f%2f/i;

/**
 * Escapes in a decoded text that was encoded twice: of characters that encoders escape, unlike letters and
 * digits, and of letters in UTF-8. `%af` of `100%after` is neither.
 */
const ENCODED_TWICE =
  /(?:%(?:2[0-9a-f]|3[a-f]|40|5[b-e]|60|7[b-d])|%(?:c[2-9a-f]|d[0-9a-f]|e[0-9a-f]%[89ab][0-9a-f]|f[0-4](?:%[89ab][0-9a-f]){2})%[89ab][0-9a-f])+/gi;
const MAX_ENCODINGS = 3;

/** Decodes a name or a value, also one that was encoded several times. */
function decode(encoded: string): string {
  if (!/[%+]/.test(encoded)) return encoded;
  let text = decodeParameter(encoded.slice(0, MAX_ENCODED));
  for (let round = 1; round < MAX_ENCODINGS && text.includes('%'); round += 1)
    text = text.replace(ENCODED_TWICE, decodeEscapes);
  return text;
}

/** Splits the text of a parameter before each known parameter in it. */
function splitKnown(parameter: string): string[] {
  return /[&?;]/.test(parameter) ? parameter.split(SEPARATOR) : [parameter];
}

/** The name of a parameter in lower case, without what a wrong separator left in front of it. */
function nameOf(decoded: string): string {
  const name = decoded.toLowerCase();
  return NAMES.has(name) ? name : name.trim().replace(/^(?:amp;|#0{0,3}38;|\?)+/, '');
}

/**
 * Adds the known parameters of a query to `found`, decoded. Of several with one name, the first that is not
 * empty counts.
 */
function collect(query: string, found: Map<string, string>, read: (encoded: string) => string): void {
  for (const text of query.split('&', MAX_PARAMETERS)) {
    for (const parameter of ADDRESS.test(text) ? [text] : splitKnown(text)) {
      const end = parameter.indexOf('=');
      const name = read(end < 0 ? parameter : parameter.slice(0, end));
      // The `=` was encoded, and the `&` behind it.
      if (end < 0 && name !== parameter && name.includes('=')) collect(name, found, String);
      const known = nameOf(name);
      if (end < 0 || !NAMES.has(known) || found.has(known)) continue;
      // If only the `&` was encoded, the value contains the parameters that follow.
      const [value = '', ...further] = splitKnown(read(parameter.slice(end + 1)));
      if (value !== '') found.set(known, value);
      if (further.length > 0) collect(further.join('&'), found, String);
    }
  }
}

/** Returns the text of a tag as it is counted: cleaned, trimmed and cut to 100 characters. */
export const cleanTag = (text: string): string => cutText(cleanText(text).trim(), MAX_TAG);

/**
 * Reads a query as whoever made the link meant it: names in any case, `&amp;` or a second `?` for `&`, texts
 * in Windows-1252, and those that were encoded twice. Never throws.
 * @param query with its `?`, or ''.
 * @returns the tags, decoded, cleaned, trimmed and cut to 100 characters.
 */
export function tagsOf(query: string): Readonly<SourceTags> {
  if (query === '') return NO_TAGS;
  const found = new Map<string, string>();
  collect(query.slice(1), found, decode);
  const tag = (name: Tag) => cleanTag(found.get(TAGS[name]) ?? '');
  return {
    campaign: tag('campaign'),
    utm_source: tag('utm_source'),
    utm_medium: tag('utm_medium'),
    utm_term: tag('utm_term'),
    utm_content: tag('utm_content'),
    clickId: clickIdOf(found),
  };
}

/** The tags of two queries: of each tag, the first that is not empty. */
export function firstTags(one: Readonly<SourceTags>, other: Readonly<SourceTags>): SourceTags {
  const names = Object.keys(NO_TAGS) as (keyof SourceTags)[];
  return Object.fromEntries(names.map((name) => [name, one[name] || other[name]])) as unknown as SourceTags;
}

/**
 * Replaces `&#038;`, the `&` of HTML, in the address of a page. Its `#` would begin the fragment in the
 * middle of the query.
 */
export function withoutReferences(page: string): string {
  return page.includes('&#') ? page.replace(/&#(?:0*38|x0*26);/gi, '&') : page;
}
