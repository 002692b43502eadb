import { z } from 'zod';
import { PASSWORD, passwordProblems } from '../../auth/passwords.ts';
import { hashClientOf } from '../../auth/viewer.ts';
import { type FieldErrors, invalid } from '../../errors.ts';
import type { Website } from '../../generated/prisma/client.ts';
import { isOver } from '../../validation/expiry.ts';
import { nameRule } from '../../validation/nameRule.ts';
import { checkInput, oneOf, text } from '../../validation/rules.ts';
import type { WebsiteContext } from '../context.ts';
import { PANELS, panelsText } from './panels.ts';

/** The columns of a link that its settings determine; undefined for those that stay unchanged. */
export interface LinkColumns {
  name?: string;
  passwordHash?: string | null;
  expiresAt?: Date | null;
  segmentId?: number | null;
  panels?: string | null;
}

/** Null removes a limit or the password; undefined leaves it unchanged. */
const settings = {
  // An empty text, which forms send, leaves the password unchanged.
  password: z.preprocess(
    (value) => (value === '' ? undefined : value),
    text(PASSWORD.max).nullable().optional(),
  ),
  expires_at: z.date({ error: 'Must be a date or time, for example 2027-01-01.' }).nullable().optional(),
  segment_id: z.number().int().nullable().optional(),
  panels: z.array(oneOf(PANELS)).max(100, 'Must have each panel at most once.').nullable().optional(),
};

export const createRules = z.object({ name: nameRule, ...settings });
export const updateRules = z.object({ name: nameRule.optional(), ...settings });

/**
 * Validates the settings of a link, except for the segment.
 * @param args `name`, `password`, `expires_at`, `segment_id`, `panels`; unchecked.
 * @throws AppError `invalid` with every wrong field.
 */
export async function readSettings(
  rules: typeof createRules | typeof updateRules,
  args: object,
  { domain }: Pick<Website, 'domain'>,
  context: WebsiteContext,
): Promise<LinkColumns> {
  const { data, fields } = checkInput(rules, args);
  const wrong: FieldErrors = { ...fields };
  const { expires_at: expiresAt, password } = args as { expires_at?: unknown; password?: unknown };
  if (expiresAt instanceof Date && isOver(expiresAt, context.now()))
    wrong.expires_at = ['Must be in the future.'];
  if (typeof password === 'string' && password !== '' && !wrong.password) {
    const problems = await passwordProblems(password, { kind: 'page', own: domain });
    if (problems.length > 0) wrong.password = problems;
  }
  if (!data || Object.keys(wrong).length > 0) throw invalid(wrong);
  return {
    ...(data.name !== undefined && { name: data.name }),
    ...(data.password !== undefined && { passwordHash: await hashed(data.password, context) }),
    ...(data.expires_at !== undefined && { expiresAt: data.expires_at }),
    ...(data.segment_id !== undefined && { segmentId: data.segment_id }),
    ...(data.panels !== undefined && { panels: data.panels && panelsText(data.panels) }),
  };
}

async function hashed(
  password: string | null,
  { hashing, viewer, address }: WebsiteContext,
): Promise<string | null> {
  return password === null ? null : hashing.hash(password, hashClientOf(viewer, address));
}
