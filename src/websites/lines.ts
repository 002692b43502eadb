import { z } from 'zod';
import { parseRanges } from '../validation/address.ts';
import { parseOwnHost } from '../validation/ownHosts.ts';
import { text } from '../validation/rules.ts';

/** Limits of a list of hosts or parameters. */
export const MAX_LINES = 50;
const MAX_LENGTH = 5_000;
/** Maximum length of the list of excluded addresses, in characters. Only this limits its lines. */
const MAX_EXCLUDE_IPS = 20_000;
/** Maximum length of an id in another product. */
const MAX_ALIAS = 100;
/** Characters of an invalid line that its error message contains. */
const MAX_SHOWN = 100;
/** Maximum number of invalid lines that the error messages name. */
const MAX_WRONG_LINES = 20;

/**
 * The rule of a list with one entry per line; null or empty: none. Equal entries are stored once.
 * @param parse returns an entry in its stored form; null if it is invalid.
 * @param help the end of the error message, which describes valid lines.
 */
function linesOf(
  parse: (line: string) => string | null,
  help: string,
  { length = MAX_LENGTH, most = MAX_LINES } = {},
) {
  const lines = text(length).transform((value, context) => {
    const all = value.split(/\r?\n/).map((line, index) => ({ line: line.trim(), number: index + 1 }));
    const given = all.filter(({ line }) => line !== '').map((one) => ({ ...one, entry: parse(one.line) }));
    const wrong = given.filter(({ entry }) => entry === null);
    for (const { line, number } of wrong.slice(0, MAX_WRONG_LINES))
      context.addIssue(`Line ${number}, "${line.slice(0, MAX_SHOWN)}", ${help}`);
    if (wrong.length > MAX_WRONG_LINES)
      context.addIssue(`Further invalid lines: ${wrong.length - MAX_WRONG_LINES}.`);
    if (given.length > most) context.addIssue(`Must have at most ${most} lines; got ${given.length}.`);
    return [...new Set(given.map(({ entry }) => entry))].join('\n') || null;
  });
  return z.preprocess((value) => (value === '' ? null : value), lines.nullable().optional());
}

/** The rule of addresses and ranges that are excluded from counting. They are stored as they are written. */
export const addressLines = linesOf(
  (line) => (parseRanges(line).errors.length === 0 ? line : null),
  'must be an IP address or a CIDR range, for example 203.0.113.7 or 2001:db8::/32.',
  { length: MAX_EXCLUDE_IPS, most: Number.POSITIVE_INFINITY },
);

/** The rule of further hosts of a website. */
export const hostLines = linesOf(
  parseOwnHost,
  'must be a host, such as example.org, or the scheme of an application, such as capacitor://localhost.',
);

/** The rule of names of query parameters. */
export const parameterLines = linesOf(parseParameter, 'must be the name of a query parameter, such as p.');

/** The rule of a website's ids in other products. */
export const aliasLines = linesOf(
  (line) => (line.length <= MAX_ALIAS && /^[^\s\p{Cc}]+$/u.test(line) ? line : null),
  `must be an id without spaces, at most ${MAX_ALIAS} characters long.`,
);

/** Reads the name of a query parameter, also as people copy it: `?p=`. */
function parseParameter(line: string): string | null {
  const name = line.replace(/^[?&]/, '').replace(/=$/, '');
  return name.length <= 100 && /^[^\s?&=#*]+$/.test(name) ? name : null;
}
