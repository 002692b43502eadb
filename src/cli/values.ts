import { z } from 'zod';
import { invalid } from '../errors.ts';

/** The help of an option or argument with the id of a website. Ids are unique on a server. */
export const WEBSITE_HELP = 'id of the website, of any team, as shown by `footfall website list`';

const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/**
 * Reads an option with an id.
 * @param name of the option, and of what the id is of.
 * @throws AppError `invalid`.
 */
export function idOption(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,9}$/.test(value)) throw invalid({ [name]: [`Must be the id of a ${name}.`] });
  return Number(value);
}

/**
 * Reads an option with JSON.
 * @param example of a valid value.
 * @throws AppError `invalid`.
 */
export function jsonOption(name: string, value: string, example: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw invalid({ [name]: [`Must be JSON, such as ${example}.`] });
  }
}

/**
 * Reads an option with a date or time.
 * @throws AppError `invalid`.
 */
export function dateOption(name: string, value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  if (!date.safeParse(value).success) throw invalid({ [name]: ['Must be a date, for example 2027-01-01.'] });
  return new Date(value);
}
