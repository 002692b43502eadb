import { z } from 'zod';
import { dayNumber } from '../../calendar/days.ts';
import { type Sql, sql } from '../../db/sql/sql.ts';
import { invalid } from '../../errors.ts';
import { dayRule } from '../../validation/days.ts';
import { MAX_SEARCH, optional, parseInput, text } from '../../validation/rules.ts';
import { storedPath } from '../../validation/storedPath.ts';
import { cleanText } from '../../validation/text.ts';

const MAX_PATH = 2_000;

const schema = z.object({
  before: optional(dayRule),
  path: optional(text(MAX_PATH)),
  country: optional(z.string().regex(/^[a-z]{2}$/i, 'Must be a code of two letters, for example DE.')),
  property: optional(text(MAX_SEARCH)),
});

/** What to forget. All conditions that are given must hold for a hit. */
export interface ForgetConditions {
  /** Only hits of days before this one, such as 20261121; null for all days. */
  before: number | null;
  /** Only hits of this path. */
  path: string | null;
  /** Only hits of visitors from this country, ISO 3166-1 alpha-2. */
  country: string | null;
  /** Only this property of the hits, which stay; null to delete the hits. */
  property: string | null;
}

/**
 * Reads conditions as people enter them.
 * @throws AppError `invalid`, also without any condition: a website is deleted as a whole in another way.
 */
export function parseConditions(args: object): ForgetConditions {
  const { before, path, country, property } = parseInput(schema, args);
  const conditions = {
    before: before === undefined ? null : dayNumber(before),
    path: path === undefined ? null : storedPath(path),
    country: country?.toUpperCase() ?? null,
    property: property === undefined ? null : cleanText(property),
  };
  if (Object.values(conditions).every((value) => value === null))
    throw invalid({ forget: ['Needs at least one of --before, --path, --country and --property.'] });
  return conditions;
}

/**
 * The text with which the name of a property begins its value in stored JSON. The quotes of other texts are
 * escaped, so it occurs nowhere else.
 */
const keyOf = (property: string) => `${JSON.stringify(property)}:`;

/** A condition in SQL on the hits of a day, besides the day itself. */
export function hitCondition(
  { path, country, property }: ForgetConditions,
  { websiteId, day }: { websiteId: number; day: number },
): Sql {
  const parts = [
    path !== null && sql`"Hit"."path" = ${path}`,
    country !== null &&
      sql`"Hit"."visitor" IN (
        SELECT "visitor" FROM "Visit"
        WHERE "websiteId" = ${websiteId} AND "day" = ${day} AND "number" = 1 AND "country" = ${country})`,
    property !== null && sql`REPLACE("Hit"."properties", ${keyOf(property)}, '') <> "Hit"."properties"`,
  ];
  return parts.filter((part) => part !== false).reduce((all, part) => sql`${all} AND ${part}`, sql`TRUE`);
}
