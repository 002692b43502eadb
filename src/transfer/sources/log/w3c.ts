import { decodeBytes } from '../input/lines.ts';
import { isoTime } from '../time.ts';
import { bareAddress, bareHost } from './client.ts';
import { isOtherType, isSeen, noPage, otherMethod } from './page.ts';
import { type LineRecord, skipped, toRecord, unreadable } from './record.ts';

const FIELDS = '#Fields:';
const MAX_FIELDS = 200;

/** A field of IIS. Its Advanced Logging quotes some. */
const IIS_FIELD = /"[^"]*"|[^ \t]+/g;
const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1');

const isNone = (text: string | undefined): boolean => text === undefined || text === '' || text === '-';

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** CloudFront encodes the blanks and percent signs of headers, and then the result again. */
const decodeHeader = (text: string): string => {
  const once = decodeOnce(text);
  return once.includes('%') ? decodeOnce(once) : once;
};

/**
 * Reads W3C extended log files: CloudFront's, and those of IIS. A directive names the columns of the lines
 * that follow. Times are in UTC.
 */
export class W3cReader {
  private columns: ReadonlyMap<string, number> | null = null;
  private isIis = false;

  /** @param timezone of IIS' local times. */
  constructor(private readonly timezone: string) {}

  /** Whether lines are fields of this format, because a directive named them. */
  get isActive(): boolean {
    return this.columns !== null;
  }

  /** Reads a line that begins with `#`. */
  directive(line: string): void {
    if (!line.startsWith(FIELDS)) return;
    const names = line.slice(FIELDS.length).trim().split(/\s+/, MAX_FIELDS);
    this.columns = new Map(names.map((name, index) => [name.toLowerCase(), index]));
    this.isIis = names.includes('s-ip') || names.includes('s-port');
  }

  /** Reads a line of fields. One character for each byte. */
  read(line: string, number: number): LineRecord {
    const fields = this.isIis ? (line.match(IIS_FIELD) ?? []) : line.split('\t', MAX_FIELDS);
    const at = (name: string): string | undefined => {
      const index = this.columns?.get(name);
      return index === undefined ? undefined : fields[index];
    };
    const method = at('cs-method');
    const stem = at('cs-uri-stem');
    if (fields.length < (this.columns?.size ?? 0))
      return unreadable(number, `The line has ${fields.length} fields; #Fields names ${this.columns?.size}.`);
    if (method === undefined || stem === undefined || method === '-') return skipped(number, 'no_request');
    if (method !== 'GET') return skipped(number, otherMethod(`${method} `));
    if (!isSeen(Number(at('sc-status')))) return skipped(number, 'status');
    const query = at('cs-uri-query');
    const target = decodeBytes(isNone(query) ? stem : `${stem}?${query}`);
    const reason = noPage(target) ?? (isOtherType(at('sc-content-type') ?? '') ? 'not_a_page' : null);
    if (reason !== null) return skipped(number, reason);
    const time = at('date')
      ? isoTime(`${at('date')} ${at('time')}`, 'UTC')
      : isoTime(`${at('date-local')} ${at('time-local')}`, this.timezone);
    if (Number.isNaN(time)) return unreadable(number, 'The fields date and time are no time.');
    // The name that the visitor asked for, before that of the distribution.
    const hosts = [at('x-host-header'), at('cs-host'), at('cs(host)')];
    return toRecord(number, {
      at: time,
      address: bareAddress(unquoted(at('c-ip') ?? '')),
      host: bareHost(unquoted(hosts.find((host) => !isNone(host)) ?? '')),
      target,
      referrer: this.header(at('cs(referer)')) ?? '',
      userAgent: this.header(at('cs(user-agent)')),
    });
  }

  /** Decodes a header; null if there is no such column. */
  private header(text: string | undefined): string | null {
    if (text === undefined) return null;
    if (!this.isIis) return decodeHeader(decodeBytes(text));
    // IIS writes `+` for blanks, or quotes.
    return decodeBytes(text.startsWith('"') ? unquoted(text) : text.replaceAll('+', ' '));
  }
}
