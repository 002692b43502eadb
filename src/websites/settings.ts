import { z } from 'zod';
import { PASSWORD, passwordProblems } from '../auth/passwords.ts';
import { PRIVACY } from '../auth/viewer.ts';
import { isTimeZone } from '../calendar/clock.ts';
import { invalid } from '../errors.ts';
import { parseRanges } from '../validation/address.ts';
import { checkInput, flag, integer, oneOf, optional, text } from '../validation/rules.ts';
import { bareDomain, parseUrl } from '../validation/url.ts';

/** How often email reports are sent, and when. */
export const EMAIL_EVERY = {
  weekly: 'On Monday, for the week before.',
  monthly: 'On the first of the month, for the month before.',
} as const;
export type EmailEvery = keyof typeof EMAIL_EVERY;

/** Hits a day that a website may set as its limit. */
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
 * A website's url in normal form, and its domain: the host in lower case and ASCII, without `www.`.
 * A bare `example.com` is taken as https. The user's own spelling stays where it means the same.
 * @returns null for what is no http or https address with a host.
 */
export function parseWebsiteUrl(input: string): { url: string; domain: string } | null {
  const given = input.trim();
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`;
  // URL would skip further slashes and take a path for a host.
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

/** Lines of a list of addresses that are named as wrong. */
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
  /** Null takes the password away; an empty string, as forms send it, leaves it as it is. */
  password: z.preprocess(
    (value) => (value === '' ? undefined : value),
    text(PASSWORD.max).nullable().optional(),
  ),
  email: optional(flag),
  email_every: optional(oneOf(Object.keys(EMAIL_EVERY) as EmailEvery[])),
  exclude_bots: optional(flag),
  /** Null or empty: no address is excluded. */
  exclude_ips: z.preprocess((value) => (value === '' ? null : value), excludeIps.nullable().optional()),
  /** Null: the server's default. */
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

/** A required password for which there is none; with other errors, too. */
const PASSWORD_MISSING = 'Is required where privacy is by password.';

export const createSchema = z.object({ url, ...settings });
export const updateSchema = z.object({
  url: z.preprocess((value) => value ?? undefined, url.optional()),
  ...settings,
});

/** What the rules need to know of what is stored. */
export interface Stored {
  /** Whether a password is set already. */
  hasPassword: boolean;
  privacy: number;
  /** Whether another website of the account has that domain. */
  isTaken: (domain: string) => Promise<boolean>;
  /** The domain so far; null for a new website. */
  domain: string | null;
}

/**
 * The fields of a website to create: those of the REST API, of which only `url` is required.
 * @throws AppError `invalid` with every wrong field, also those that only what is stored tells.
 */
export function createInput(args: object, stored: Stored) {
  return completed(createSchema, args, stored);
}

/** The fields of a website to change: what is left out stays as it is. Errors as `createInput`. */
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
