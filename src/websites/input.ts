import { z } from 'zod';
import { passwordProblems } from '../auth/passwords.ts';
import { PRIVACY } from '../auth/viewer.ts';
import { invalid } from '../errors.ts';
import { checkInput } from '../validation/rules.ts';
import { SETTING_NAMES, SETTINGS } from './settings.ts';
import { parseWebsiteUrl, urlRule } from './url.ts';

const TAKEN = 'The team already has a website with this domain.';
/** For a missing password. Reported together with all other errors. */
const PASSWORD_MISSING = 'Is required if the privacy is password.';

const rules = Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].rule])) as {
  [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['rule'];
};

export const createSchema = z.object({ url: urlRule, ...rules });
const updateSchema = z.object({
  url: z.preprocess((value) => value ?? undefined, urlRule.optional()),
  ...rules,
});

/** The names of all fields of a website that a client can set. */
export const WEBSITE_FIELDS: readonly string[] = Object.keys(createSchema.shape);

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

  const privacy = SETTINGS.privacy.rule.safeParse(given.privacy).data ?? stored.privacy;
  const password = SETTINGS.password.rule.safeParse(given.password).data;
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
