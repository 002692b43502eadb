import { type Change, type YearlyChange, type ZoneRules, zoneRules } from './rules.ts';

/** Length of the header of each block (RFC 9636, 3.1). */
const HEADER = 44;

/** A name in a footer: `CET`, or `<-03>`. */
const NAME = '(?:[A-Za-z]{3,}|<[-+\\w]+>)';
/** An offset or a time of day: `-5:30`. */
const TIME = '([-+]?\\d{1,3}(?::\\d{2}){0,2})';
const RULE = `M(\\d+)\\.(\\d)\\.(\\d)(?:/${TIME})?`;
const FOOTER = new RegExp(`^${NAME}${TIME}(?:${NAME}${TIME}?,${RULE},${RULE})?$`);

/**
 * Reads a file of a compiled time zone (TZif, RFC 9636).
 * @returns null for a file without 64-bit times, or with a footer that is not a rule by month, week and
 *   weekday.
 */
export function readTzif(file: Buffer): ZoneRules | null {
  if (file.toString('latin1', 0, 4) !== 'TZif' || (file[4] ?? 0) < '2'.charCodeAt(0)) return null;
  const first = blockAt(file, 0, 4);
  const { at, times, types, chars, leaps, isStandard, isUt, end } = blockAt(file, first.end, 8);
  if (leaps > 0) return null;
  const indexes = at + times * 8;
  const typesAt = indexes + times;
  const offsetOf = (type: number) => file.readInt32BE(typesAt + type * 6);
  const changes = Array.from({ length: times }, (_, index): Change => {
    const type = file.readUInt8(indexes + index);
    return { at: Number(file.readBigInt64BE(at + index * 8)), offset: offsetOf(type) };
  });
  if (typesAt + types * 6 + chars + isStandard + isUt !== end) return null;
  const yearly = readFooter(file.toString('latin1', end).trim());
  return yearly && zoneRules(offsetOf(0), changes, yearly);
}

/** Reads the header of a data block. @param width the number of bytes of each time in the block. */
function blockAt(file: Buffer, start: number, width: number) {
  const count = (index: number) => file.readUInt32BE(start + 20 + index * 4);
  const [isUt, isStandard, leaps, times, types, chars] = [0, 1, 2, 3, 4, 5].map(count) as [
    ...[number, number, number, number, number, number],
  ];
  const at = start + HEADER;
  const size = times * (width + 1) + types * 6 + chars + leaps * (width + 4) + isStandard + isUt;
  return { at, times, types, chars, leaps, isStandard, isUt, end: at + size };
}

/** Reads the changes of each year after those in the file; null if they have an unusual form. */
function readFooter(text: string): YearlyChange[] | null {
  if (text === '') return [];
  const match = FOOTER.exec(text);
  if (!match) return null;
  const [, standardText, summerText, ...rules] = match;
  if (rules[0] === undefined) return [];
  // POSIX counts west of Greenwich as positive.
  const standard = -seconds(standardText as string);
  const summer = summerText === undefined ? standard + 3_600 : -seconds(summerText);
  return [yearlyChange(rules.slice(0, 4), standard, summer), yearlyChange(rules.slice(4), summer, standard)];
}

function yearlyChange(parts: (string | undefined)[], before: number, offset: number): YearlyChange {
  const [month = 0, week = 0, weekday = 0] = parts.map(Number);
  const time = parts[3] === undefined ? 7_200 : seconds(parts[3]);
  // Week 5 is the last one of the month. No zone changes its clocks in the last week of February.
  const day = week < 5 ? 7 * week - 6 : new Date(Date.UTC(2001, month, 0)).getUTCDate() - 6;
  return { month, day, weekday, seconds: time - before, offset };
}

/** Reads `-5:30:15` as seconds. */
function seconds(text: string): number {
  const [hours = 0, minutes = 0, rest = 0] = text.replace(/^[-+]/, '').split(':').map(Number);
  const size = hours * 3_600 + minutes * 60 + rest;
  return text.startsWith('-') ? -size : size;
}
