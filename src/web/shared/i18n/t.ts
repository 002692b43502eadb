import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import type { Key, TextOf } from '../../texts/en/index.ts';

/** The types of the values of a text, by the form of their place: `{name}`, `{count, plural, …}`. */
interface Kinds {
  ICUArgument: string | number;
  ICUNumberArgument: number;
  ICUDateArgument: Date;
}

type ArgumentsOf<K extends Key> = K extends Key ? GetICUArgs<TextOf<K>, Kinds> : never;

/** The values of a text. Of one of several texts: the values of all of them. */
type ValuesOf<K extends Key> = Intersection<ArgumentsOf<K>>;

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The tags of a text, such as `link` of `<link>Log in</link>`: functions that get their content. */
type TagsOf<Text> = Text extends `${infer Before}<${infer Tag}>${infer Content}</${string}>${infer After}`
  ? Record<Tag, (content: ReactNode) => ReactNode> & TagsOf<`${Before}${Content}${After}`>
  : unknown;

/** The keys of texts without values. */
export type PlainKey = { [K in Key]: keyof ValuesOf<K> extends never ? K : never }[Key];

type Rich<K extends Key> = ValuesOf<K> & TagsOf<TextOf<K>>;

let locale = 'en';
let texts: Readonly<Record<string, CompiledMessage>> = {};

const number = memoized((of: string) => new Intl.NumberFormat(of));
const plural = memoized((of: string) => new Intl.PluralRules(of));

function memoized<T>(make: (locale: string) => T): (locale: string) => T {
  const made = new Map<string, T>();
  return (of) => {
    const known = made.get(of) ?? make(of);
    made.set(of, known);
    return known;
  };
}

/** No text has dates, numbers with a style or ordinals: those are formatted by format.ts. */
const formatters = {
  getNumberFormat: () => number(locale),
  getPluralRules: () => plural(locale),
  getDateTimeFormat: () => new Intl.DateTimeFormat(locale),
};

/**
 * Sets the texts of the page, and the locale of its numbers and dates.
 * @param tag a BCP 47 tag of the language of the texts, such as `de-AT`.
 */
export function setTexts(tag: string, compiled: Readonly<Record<string, CompiledMessage>>): void {
  locale = tag;
  texts = compiled;
}

/** The compiled texts of the page by key, and under `en:…` the English of messages of the server. */
export const currentTexts = () => texts;

/** The locale of numbers and dates. */
export const currentLocale = (): string => locale;

const compiledOf = (key: Key): CompiledMessage => texts[key] ?? key;

/** Whether a key that was composed from data has a text. */
export const hasText = (key: string): key is PlainKey => Object.hasOwn(texts, key);

/** A text in the language of the page. Call it while rendering: modules are loaded before the texts. */
export function t<K extends Key>(
  key: K,
  ...[values]: keyof ValuesOf<K> extends never ? [] : [values: ValuesOf<K>]
): string {
  return String(format(compiledOf(key), locale, values as Record<string, string>, { formatters }));
}

/** A text with elements. Its tags are functions that make an element of their content. */
export function rich<K extends Key>(key: K, values: Rich<K>): ReactNode {
  const given = Object.entries(values as object).map(([name, value]) => [
    name,
    typeof value === 'function' ? (content: ReactNode[]) => value(joined(content)) : value,
  ]);
  const made = format<ReactNode>(compiledOf(key), locale, Object.fromEntries(given), { formatters });
  return joined(Array.isArray(made) ? made : [made]);
}

const joined = (parts: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...parts);
