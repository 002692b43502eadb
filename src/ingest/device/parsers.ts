import { RuleIndex } from './ruleIndex.ts';

/** A parser of node-device-detector: its rules, and the methods that are replaced here. */
export interface RuleParser {
  collection: unknown;
  collectionLength?: number;
  parse(userAgent: string, hints: unknown): unknown;
  getBaseRegExp(source: string): RegExp;
}

/** The parser of browsers. It also reads the brands in Client Hints. */
export interface BrandParser extends RuleParser {
  /** Short names by full names. */
  getCollectionBrowsers(): Readonly<Record<string, string>>;
  parseFromClientHints(hints: ParsedHints): unknown;
}

/** Client Hints as the package parses them. */
export interface ParsedHints {
  client?: { brands?: readonly { brand: string }[] };
}

interface Rule {
  regex: string;
}

/** A maker of devices. The first of its models that matches decides the type of the device. */
interface Maker extends Rule {
  models?: readonly Rule[];
}

/** Replaces possessive quantifiers, which JavaScript does not have. The package also reads `++` as `+`. */
const indexOf = (rules: readonly Rule[]) =>
  new RuleIndex(rules.map(({ regex }) => regex.replaceAll('++', '+')));

/** Caches compiled patterns; the package compiles them again for every user agent. */
function compileOnce(parser: RuleParser): void {
  const compile = parser.getBaseRegExp.bind(parser);
  const compiled = new Map<string, RegExp>();
  parser.getBaseRegExp = (source) => {
    let pattern = compiled.get(source);
    if (pattern === undefined) {
      pattern = compile(source);
      compiled.set(source, pattern);
    }
    return pattern;
  };
}

/**
 * Restricts a parser whose rules are a list to the rules that can match the current user agent. Its results
 * stay the same: the rules keep their order, and the omitted ones do not match.
 */
export function narrowList(parser: RuleParser): void {
  const rules = parser.collection as readonly Rule[];
  const index = indexOf(rules);
  const parse = parser.parse.bind(parser);
  compileOnce(parser);
  parser.parse = (userAgent, hints) => {
    const candidates = index.candidates(userAgent.toLowerCase()).map((position) => rules[position]);
    parser.collection = candidates;
    parser.collectionLength = candidates.length;
    return parse(userAgent, hints);
  };
}

/**
 * Returns a copy of the maker whose `models` are those that can match the current user agent. The index is
 * built at the first access.
 */
function narrowModels({ models, ...maker }: Maker, current: () => string): Maker {
  if (models === undefined) return maker;
  let index: RuleIndex | null = null;
  return Object.defineProperty({ ...maker }, 'models', {
    get() {
      index ??= indexOf(models);
      return index.candidates(current()).map((position) => models[position]);
    },
  });
}

/** Like {@link narrowList}, for the parsers of devices, whose rules are an object of makers by name. */
export function narrowMakers(parser: RuleParser): void {
  let text = '';
  const makers = Object.entries(parser.collection as Readonly<Record<string, Maker>>).map(
    ([name, maker]) => [name, narrowModels(maker, () => text)] as const,
  );
  const index = indexOf(makers.map(([, maker]) => maker));
  const parse = parser.parse.bind(parser);
  compileOnce(parser);
  parser.parse = (userAgent) => {
    text = userAgent.toLowerCase();
    parser.collection = Object.fromEntries(index.candidates(text).map((position) => makers[position] ?? []));
    return parse(userAgent, []);
  };
}

/**
 * Browsers that the package also recognizes by brands that differ from their names (`Android WebView`,
 * `Puffin`).
 */
const RENAMED = [
  ...[
    'Chrome',
    'Chrome Webview',
    'DuckDuckGo Privacy Browser',
    'Edge WebView',
    'Mi Browser',
    'Microsoft Edge',
  ],
  ...[
    'Norton Private Browser',
    'Opera GX',
    'Opera Mini',
    'Puffin Cloud Browser',
    'Vewd Browser',
    'Yandex Browser',
  ],
];

/**
 * Restricts the search for brands to the possible browsers. Otherwise each brand is compared with all of
 * them.
 */
export function narrowBrands(parser: BrandParser): void {
  const whole = parser.getCollectionBrowsers();
  const names = Object.keys(whole);
  const plain = (name: string) => name.replaceAll(' ', '').toLowerCase();
  const stem = (name: string) => plain(name).replace(/(?:browser)+$/, '');
  const positions = new Map<string, number[]>();
  names.forEach((name, position) => {
    positions.set(stem(name), [...(positions.get(stem(name)) ?? []), position]);
  });
  const renamed = RENAMED.map((name) => names.indexOf(name));
  const parse = parser.parseFromClientHints.bind(parser);
  parser.parseFromClientHints = (hints) => {
    const brands = hints.client?.brands ?? [];
    const candidates = new Set([
      ...renamed,
      ...brands.flatMap(({ brand }) => positions.get(stem(brand)) ?? []),
    ]);
    const few = [...candidates].sort((a, b) => a - b).map((position) => names[position] ?? '');
    const collection = Object.fromEntries(few.map((name) => [name, whole[name] ?? '']));
    parser.getCollectionBrowsers = () => collection;
    try {
      return parse(hints);
    } finally {
      parser.getCollectionBrowsers = () => whole;
    }
  };
}
