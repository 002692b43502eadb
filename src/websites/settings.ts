import { z } from 'zod';
import { PASSWORD, passwordProblems } from '../auth/passwords.ts';
import { PRIVACY } from '../auth/viewer.ts';
import { isTimeZone } from '../calendar/clock.ts';
import { invalid } from '../errors.ts';
import { parseRanges } from '../validation/address.ts';
import { checkInput, flag, integer, oneOf, optional, text } from '../validation/rules.ts';
import { bareDomain, parseUrl } from '../validation/url.ts';

/** The schedules of email reports. */
export const EMAIL_EVERY = {
  weekly: 'Sent on Monday for the previous week.',
  monthly: 'Sent on the first of the month for the previous month.',
} as const;
export type EmailEvery = keyof typeof EMAIL_EVERY;

/** Maximum daily limit of hits that a website may set. */
export const MAX_DAILY_LIMIT = 1_000_000_000;
const DAILY_LIMIT = `Must be a number of hits a day from 0 (no limit) to ${MAX_DAILY_LIMIT}.`;

const MAX_URL = 2048;
const TAKEN = 'A website of this domain is registered in the account already.';
const hostLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

function isHost(host: string): boolean {
  if (/^\[[0-9a-f:.]+\]$/.test(host)) return true;
  return host.length <= 253 && host.split('.').every((label) => hostLabel.test(label));
}

/**
 * Parses the url of a website. The domain is its host in lower case and ASCII, without `www.`. A bare
 * `example.com` gets `https`. The url keeps its query and a trailing slash, but loses its fragment.
 * @returns the normalized url and the domain; null unless the input is an http or https address with a host.
 */
export function parseWebsiteUrl(input: string): { url: string; domain: string } | null {
  const given = input.trim();
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`;
  // `URL` would skip additional slashes and parse a path as the host.
  const url = /^https?:\/\/[^/\\]/i.test(full) ? parseUrl(full) : null;
  if (!url) return null;
  const host = url.hostname.replace(/\.$/, '');
  if (url.username || url.password || !isHost(host)) return null;
  url.hostname = host;
  url.hash = '';
  const path = url.pathname === '/' && !given.endsWith('/') ? '' : url.pathname;
  return { url: `${url.origin}${path}${url.search}`, domain: bareDomain(host) };
}

const url = z
  .string({
    error: (issue) => (issue.input === undefined ? 'Is required.' : 'Must be a string, given once.'),
  })
  .transform((value, context) => {
    const parsed = value.length <= MAX_URL ? parseWebsiteUrl(value) : null;
    if (!value.trim()) context.addIssue('Is required.');
    else if (!parsed) {
      context.addIssue(
        `Must be an http or https address with a host, for example https://example.com, of at most ${MAX_URL} characters.`,
      );
    }
    return parsed ?? { url: '', domain: '' };
  });

/** Maximum number of invalid lines that the error messages name. */
const MOST_WRONG_LINES = 20;

const excludeIps = text(20_000).transform((value, context) => {
  const { errors } = parseRanges(value);
  for (const { line, text: wrong } of errors.slice(0, MOST_WRONG_LINES)) {
    context.addIssue(
      `Line ${line}, "${wrong}", must be an IP address or a CIDR range, for example 203.0.113.7 or 2001:db8::/32.`,
    );
  }
  if (errors.length > MOST_WRONG_LINES)
    context.addIssue(`${errors.length - MOST_WRONG_LINES} further lines are wrong in the same way.`);
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n') || null;
});

const settings = {
  privacy: optional(integer(0, 2, 'Must be 0 (public), 1 (private) or 2 (password).')),
  /** Null removes the password. An empty string, which forms send, leaves it unchanged. */
  password: z.preprocess(
    (value) => (value === '' ? undefined : value),
    text(PASSWORD.max).nullable().optional(),
  ),
  email: optional(flag),
  email_every: optional(oneOf(Object.keys(EMAIL_EVERY) as EmailEvery[])),
  exclude_bots: optional(flag),
  /** Null or empty: no address is excluded. */
  exclude_ips: z.preprocess((value) => (value === '' ? null : value), excludeIps.nullable().optional()),
  /** Null: the server's default. An empty string leaves it unchanged. */
  daily_limit: z.preprocess(
    (value) => (value === '' ? undefined : value),
    integer(0, MAX_DAILY_LIMIT, DAILY_LIMIT).nullable().optional(),
  ),
  trim_slash: optional(flag),
  timezone: optional(
    z
      .string({ error: 'Must be a string, given once.' })
      .refine(isTimeZone, 'Must be an IANA time zone, for example Europe/Berlin.'),
  ),
};

/** For a missing password. Reported together with all other errors. */
const PASSWORD_MISSING = 'Is required where privacy is by password.';

export const createSchema = z.object({ url, ...settings });
export const updateSchema = z.object({
  url: z.preprocess((value) => value ?? undefined, url.optional()),
  ...settings,
});

/** The stored values that the validation needs. */
export interface Stored {
  /** Whether a password is set already. */
  hasPassword: boolean;
  privacy: number;
  /** Whether another website of the account has the domain. */
  isTaken: (domain: string) => Promise<boolean>;
  /** The current domain; null for a new website. */
  domain: string | null;
}

/**
 * Validates the fields of a new website: those of the REST API, of which only `url` is required.
 * @throws AppError `invalid` with every wrong field, including those that conflict with stored values.
 */
export function createInput(args: object, stored: Stored) {
  return completed(createSchema, args, stored);
}

/**
 * Validates the fields of a website to be changed. Fields that are left out stay unchanged.
 * @throws AppError as `createInput`.
 */
export function updateInput(args: object, stored: Stored) {
  return completed(updateSchema, args, stored);
}

async function completed<T extends z.ZodObject>(
  schema: T,
  args: object,
  stored: Stored,
): Promise<z.output<T>> {
  const { data, fields } = checkInput(schema, args);
  const wrong = { ...fields };
  const given = args as { url?: unknown; privacy?: unknown; password?: unknown };

  const site = typeof given.url === 'string' ? parseWebsiteUrl(given.url) : null;
  if (!wrong.url && site && (await stored.isTaken(site.domain))) wrong.url = [TAKEN];

  const privacy = settings.privacy.safeParse(given.privacy).data ?? stored.privacy;
  const password = settings.password.safeParse(given.password).data;
  if (!wrong.password && password) {
    const own = site?.domain ?? stored.domain ?? '';
    const problems = await passwordProblems(password, { kind: 'page', own });
    if (problems.length > 0) wrong.password = problems;
  }
  const hasPassword = password === undefined ? stored.hasPassword : !!password;
  if (!wrong.password && privacy === PRIVACY.password && !hasPassword) wrong.password = [PASSWORD_MISSING];

  if (!data || Object.keys(wrong).length > 0) throw invalid(wrong);
  return data;
}
