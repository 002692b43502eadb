import { z } from 'zod';
import { dayNumber, FIRST_DAY } from '../../calendar/days.ts';
import { dayRule, daysInOrder } from '../../validation/days.ts';
import { oneOf, optional, parseInput, withDefault } from '../../validation/rules.ts';
import { ROW_FORMATS, type RowFormat } from './layout.ts';

/** The rules of the arguments of an export. */
export const exportRules = {
  from: optional(dayRule),
  to: optional(dayRule),
  format: withDefault(oneOf(ROW_FORMATS), 'csv'),
};
const exportSchema = z.object(exportRules).refine(...daysInOrder);

const LAST_DAY = 99991231;

/** What to export of a website. */
export interface ExportInput {
  format: RowFormat;
  /** As they were entered; null for no limit. */
  range: { from: string | null; to: string | null };
  /** As 20261121. */
  days: { from: number; to: number };
}

/**
 * Reads the arguments of an export: `from` and `to`, days of the website, both optional, and `format`.
 * @throws AppError `invalid`.
 */
export function parseExport(args: object): ExportInput {
  const { from = null, to = null, format } = parseInput(exportSchema, args);
  return {
    format,
    range: { from, to },
    days: { from: dayNumber(from ?? FIRST_DAY), to: to === null ? LAST_DAY : dayNumber(to) },
  };
}

/** The name of the file that a browser saves: `example.com-2026-11-21.csv.zip`. */
export const exportFileName = (domain: string, format: RowFormat, now: number): string =>
  `${domain}-${new Date(now).toISOString().slice(0, 10)}.${format}.zip`;
