import { unreadableIn } from '../input/csv.ts';
import { readLines } from '../input/lines.ts';
import { openParts } from '../input/parts.ts';
import type { ReadOptions, Sample, Source, SourceFile, SourceRecord } from '../records.ts';
import { withoutSyslog } from './client.ts';
import { readCombined } from './combined.ts';
import { readHaproxy } from './haproxy.ts';
import { readJson } from './json.ts';
import { type LineRecord, unreadable as unreadableLine } from './record.ts';
import { W3cReader } from './w3c.ts';

const BLANK = 32;
const HASH = 35;
const BRACE = 123;
/** Lines of a sample that are tried. The first one may be the end of a longer line. */
const SAMPLE_LINES = 20;

/** Reads the lines of a log one after the other. Each line may have another format. */
class LogReader {
  private readonly w3c: W3cReader;

  constructor(private readonly timezone: string) {
    this.w3c = new W3cReader(timezone);
  }

  /** Returns null for lines that state no request: empty ones, and directives. */
  read(line: string, number: number): LineRecord | null {
    const first = line.charCodeAt(0);
    if (Number.isNaN(first) || (first <= BLANK && line.trim() === '')) return null;
    if (first === BRACE) return readJson(line, number, this.timezone);
    if (first === HASH) {
      this.w3c.directive(line);
      return null;
    }
    if (this.w3c.isActive) return this.w3c.read(line, number);
    const record = readCombined(line, number, this.timezone) ?? readHaproxy(line, number, this.timezone);
    if (record !== null) return record;
    const bare = withoutSyslog(line);
    return bare.charCodeAt(0) === BRACE
      ? readJson(bare, number, this.timezone)
      : unreadableLine(number, 'The line is in none of the log formats that docs/moving.md lists.');
  }
}

/** Whether a sample of lines has one that is a request. */
function detect({ text }: Sample): boolean {
  const reader = new LogReader('UTC');
  const bytes = Buffer.from(text).toString('latin1');
  return bytes.split(/\r?\n/, SAMPLE_LINES).some((line) => {
    const record = reader.read(line, 1);
    // JSON of other formats has no request.
    return (
      record !== null && (record.kind === 'hit' || !['unreadable', 'no_request'].includes(record.reason))
    );
  });
}

async function* read(file: SourceFile, { timezone }: ReadOptions): AsyncGenerator<readonly SourceRecord[]> {
  for await (const part of openParts(file)) {
    const reader = new LogReader(timezone);
    const unreadable = unreadableIn(part);
    for await (const { first, lines } of readLines(part.bytes())) {
      const records: LineRecord[] = [];
      for (let index = 0; index < lines.length; index += 1) {
        const line = lines[index];
        const number = first + index;
        const record: LineRecord | null =
          typeof line === 'string'
            ? reader.read(line, number)
            : unreadableLine(number, 'The line is longer than 64 KiB.');
        if (record === null) continue;
        const message = record.kind === 'skipped' ? record.message : undefined;
        // In an archive, the message names the file.
        records.push(message === undefined ? record : unreadable(number, message));
      }
      if (records.length > 0) yield records;
    }
  }
}

/** Access logs of web servers. */
export const log: Source = { name: 'log', detect, read };
