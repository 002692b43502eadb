import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A slow reader of compiled time zones (RFC 9636), to compare with. It shares no code with the product: it
 * looks at every change in turn, and tries every day for those in the footer.
 */

/** The time zones of this machine; null if it has none. */
export const ZONEINFO = existsSync('/usr/share/zoneinfo/tzdata.zi') ? '/usr/share/zoneinfo' : null;

/** The difference from UTC in seconds at a moment, by the file of a time zone. */
export function offsetByFile(folder: string, name: string, atSeconds: number): number {
  const { times, kinds, offsets, footer } = contentOf(folder, name);
  const last = times.at(-1);
  if (footer.includes(',') && (last === undefined || atSeconds >= last)) return byFooter(footer, atSeconds);
  let offset = offsets[0] as number;
  times.forEach((time, index) => {
    if (time <= atSeconds) offset = offsets[kinds[index] as number] as number;
  });
  return offset;
}

interface Content {
  times: number[];
  kinds: number[];
  offsets: number[];
  footer: string;
}

const contents = new Map<string, Content>();

function contentOf(folder: string, name: string): Content {
  const file = path.join(folder, name);
  const content = contents.get(file) ?? readContent(readFileSync(file));
  contents.set(file, content);
  return content;
}

function readContent(file: Buffer): Content {
  // The data with 64-bit times follows the one with 32-bit times, and has a header of its own.
  const data = file.subarray(file.indexOf('TZif', 4));
  const [isUtCount, isStdCount, leapCount, timeCount, typeCount, charCount] = [20, 24, 28, 32, 36, 40].map(
    (at) => data.readInt32BE(at),
  ) as [number, number, number, number, number, number];
  const view = new DataView(Uint8Array.from(data.subarray(44)).buffer);
  const times: number[] = [];
  const kinds: number[] = [];
  const offsets: number[] = [];
  for (let n = 0; n < timeCount; n += 1) {
    times.push(Number(view.getBigInt64(n * 8)));
    kinds.push(view.getUint8(timeCount * 8 + n));
  }
  for (let n = 0; n < typeCount; n += 1) offsets.push(view.getInt32(timeCount * 9 + n * 6));
  const length = timeCount * 9 + typeCount * 6 + charCount + leapCount * 12 + isStdCount + isUtCount;
  return {
    times,
    kinds,
    offsets,
    footer: data
      .subarray(44 + length)
      .toString()
      .replaceAll('\n', ''),
  };
}

const DAY = 86_400;

/** The offset by a footer such as `CET-1CEST,M3.5.0,M10.5.0/3`. */
function byFooter(footer: string, atSeconds: number): number {
  const [zone = '', ...rules] = footer.split(',');
  const [standard = '0', summer] = zone
    .replaceAll(/<[^>]*>|[A-Za-z]+/g, ' ')
    .trim()
    .split(/ +/);
  const before = -secondsOf(standard);
  const during = summer === undefined || summer === '' ? before + 3_600 : -secondsOf(summer);
  const year = new Date((atSeconds + before) * 1_000).getUTCFullYear();
  // Of all changes around the year, the latest one before the moment counts.
  const changes = [year - 1, year, year + 1].flatMap((one) => [
    { at: dayOf(one, rules[0] as string) - before, offset: during },
    { at: dayOf(one, rules[1] as string) - during, offset: before },
  ]);
  const past = changes.filter(({ at }) => at <= atSeconds).sort((one, other) => other.at - one.at);
  return past[0]?.offset as number;
}

/** The local time of a rule such as `M10.5.0/3` in a year, as seconds since 1970. */
function dayOf(year: number, rule: string): number {
  const [date = '', time = '2'] = rule.split('/');
  const [month, week, weekday] = date.slice(1).split('.').map(Number) as [number, number, number];
  const days: number[] = [];
  for (let day = Date.UTC(year, month - 1, 1) / 1_000; ; day += DAY) {
    const found = new Date(day * 1_000);
    if (found.getUTCMonth() !== month - 1) break;
    if (found.getUTCDay() === weekday) days.push(day);
  }
  return (days[week - 1] ?? (days.at(-1) as number)) + secondsOf(time);
}

function secondsOf(text: string): number {
  const [hours = '0', minutes = '0', seconds = '0'] = text.split(':');
  const rest = Number(minutes) * 60 + Number(seconds);
  return Number(hours) * 3_600 + (hours.startsWith('-') ? -rest : rest);
}
