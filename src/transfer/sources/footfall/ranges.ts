import { TABLES } from '../../../db/sql/tables.ts';
import { MAX_HOST } from '../../../validation/url.ts';
import type { Field, Layout } from '../../exports/layout.ts';
import type { OwnRow } from '../records.ts';

const MAX_INTEGER = 2 ** 31 - 1;
/** The greatest sum of a day, also of milliseconds. */
const MAX_SUM = 10 ** 15;
const DAY_MS = 86_400_000;

/** The least integers, where they are not 0, and the greatest, where the database allows more. */
const MIN: Readonly<Record<string, number>> = { number: 1, visit: 1 };
const MAX: Readonly<Record<string, number>> = { hour: 23 };
/** The longest texts in UTF-16 units, as hits are recorded (ingest/request). */
const LENGTHS: Readonly<Record<string, number>> = {
  ...{ path: 500, exitPath: 500, value: 500, city: 500 },
  ...{ host: MAX_HOST, referrer: MAX_HOST, source: MAX_HOST, reason: MAX_HOST + 'spam '.length },
  ...{ unit: 20, properties: 50_000 },
};
/** The length of the others: tags, names of events, browsers and systems, codes. */
const LENGTH = 100;

/** The forms of texts that have one; an empty text is unknown. */
const FORMS: Readonly<Record<string, { form: RegExp; example: string }>> = {
  country: { form: /^(?:[A-Z]{2})?$/, example: 'a code such as FR' },
  continent: { form: /^(?:[A-Z]{2})?$/, example: 'a code such as EU' },
  currency: { form: /^[A-Z]{3}$/, example: 'a code such as EUR' },
};

const isProperties = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.values(value).every((entry) => typeof entry === 'string');
  } catch {
    return false;
  }
};

/** Checks an integer against the type of its column. Returns the end of the message, as `rangeProblem`. */
function integerProblem({ table }: Layout, column: string, value: number): string | undefined {
  const isWide = TABLES[table].rows?.columns[column] === 'BIGINT';
  const [min, max] = [MIN[column] ?? 0, MAX[column] ?? (isWide ? MAX_SUM : MAX_INTEGER)];
  return value >= min && value <= max ? undefined : `must be between ${min} and ${max}; got ${value}`;
}

function textProblem(column: string, text: string): string | undefined {
  const max = LENGTHS[column] ?? LENGTH;
  if (text.length > max) return `must have at most ${max} characters; it has ${text.length}`;
  // PostgreSQL stores neither.
  if (text.includes('\0') || !text.isWellFormed()) return 'must be a text without NUL and lone surrogates';
  const known = FORMS[column];
  if (known && !known.form.test(text)) return `must be ${known.example}`;
  if (column === 'properties' && !isProperties(text)) return 'must be a JSON object of texts';
  return undefined;
}

/** Ids begin with the time of the hit. Fingerprints of visitors may be negative. */
const isNegativeId = (column: string, digits: string) => column !== 'visitor' && digits.startsWith('-');

/**
 * Checks that Footfall could have stored the value of a field.
 * @param row which has the value, and the day.
 * @returns the end of a message, such as `must be between 0 and 23; got 24`; undefined if it is valid.
 */
export function rangeProblem(layout: Layout, { column, type }: Field, row: OwnRow): string | undefined {
  const value = row[column] ?? null;
  if (value === null) return undefined;
  if (type === 'integer') return integerProblem(layout, column, Number(value));
  if (type === 'text') return textProblem(column, String(value));
  if (type === 'int64') return isNegativeId(column, String(value)) ? 'must not be negative' : undefined;
  if (type !== 'time') return undefined;
  const from = startOfDay(Number(row.day)) - DAY_MS;
  const isNear = Number(value) >= from && Number(value) < from + 3 * DAY_MS;
  return isNear ? undefined : 'must be a time of its day';
}

const startOfDay = (day: number): number =>
  Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);

/** Checks that the fields of a row fit together. Returns the problem; undefined if they do. */
export function rowProblem({ name }: Layout, row: OwnRow): string | undefined {
  if (name === 'visits' && Number(row.lastAt) < Number(row.startedAt)) return '"last_at" before "started_at"';
  if (name === 'hits' && (row.amount === null) !== (row.currency === null))
    return 'only one of "amount" and "currency"';
  return undefined;
}
