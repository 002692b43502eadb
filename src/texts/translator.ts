import type { GetICUArgs } from '@schummar/icu-type-parser';
import format, { type CompiledMessage } from 'icu-minify/format';
import type { Key, TextOf } from './en/index.ts';

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
type TagsOf<Text, Node> =
  Text extends `${infer Before}<${infer Tag}>${infer Content}</${string}>${infer After}`
    ? Record<Tag, (content: Node) => Node> & TagsOf<`${Before}${Content}${After}`, Node>
    : unknown;

/** The keys of texts without values. */
export type PlainKey = { [K in Key]: keyof ValuesOf<K> extends never ? K : never }[Key];

/** The second argument of `t`; none for texts without values. */
export type Given<K extends Key> = keyof ValuesOf<K> extends never ? [] : [values: ValuesOf<K>];

/** The values and tags of a text. Tags are functions that make a node of their content. */
export type Rich<K extends Key, Node> = ValuesOf<K> & TagsOf<TextOf<K>, Node>;

/** The texts of a language. */
export interface Translator {
  /** The locale of numbers and dates, such as `de-AT`. */
  readonly locale: string;
  readonly texts: Readonly<Record<string, CompiledMessage>>;
  /** A text with its values. */
  t<K extends Key>(key: K, ...given: Given<K>): string;
  /** A text with tags, as its parts. `joined` makes one node of several, for the content of tags. */
  rich<K extends Key, Node>(
    key: K,
    values: Rich<K, Node>,
    joined: (parts: readonly (string | Node)[]) => Node,
  ): Node;
  /** Whether a key that was composed from data has a text. */
  has(key: string): key is PlainKey;
}

/**
 * Creates the functions that read the texts of a language.
 * @param locale a BCP 47 tag of the language of the texts. No text has dates or numbers with a style: those
 *   are written by the functions of stats/formats.ts.
 * @param texts the compiled texts by key. Missing ones are shown as their key.
 */
export function translatorOf(locale: string, texts: Readonly<Record<string, CompiledMessage>>): Translator {
  let number: Intl.NumberFormat | undefined;
  let plural: Intl.PluralRules | undefined;
  const formatters = {
    getNumberFormat: () => (number ??= new Intl.NumberFormat(locale)),
    getPluralRules: () => (plural ??= new Intl.PluralRules(locale)),
    getDateTimeFormat: () => new Intl.DateTimeFormat(locale),
  };
  const compiledOf = (key: Key): CompiledMessage => texts[key] ?? key;
  return {
    locale,
    texts,
    t: (key, ...[values]) =>
      String(format(compiledOf(key), locale, values as Record<string, string>, { formatters })),
    rich<K extends Key, Node>(
      key: K,
      values: Rich<K, Node>,
      joined: (parts: readonly (string | Node)[]) => Node,
    ): Node {
      const given = Object.entries(values as object).map(([name, value]) => [
        name,
        typeof value === 'function' ? (content: (string | Node)[]) => value(joined(content)) : value,
      ]);
      const made = format<Node>(compiledOf(key), locale, Object.fromEntries(given), { formatters });
      return joined(Array.isArray(made) ? made : [made]);
    },
    has: (key): key is PlainKey => Object.hasOwn(texts, key),
  };
}
