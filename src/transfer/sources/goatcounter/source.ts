import { isObject } from '../input/jsonLines.ts';
import { unusable } from '../input/limits.ts';
import { openParts, readSample } from '../input/parts.ts';
import { columnsOf } from '../input/table.ts';
import type { ReadOptions, Sample, Source, SourceFile, SourceRecord } from '../records.ts';
import { FIRST_COLUMN, readHits } from './hits.ts';
import { readTotals } from './totals.ts';

const INFO = /(?:^|\/)info\.json$/;
const STATISTICS = /(?:^|\/)hit_stats\.jsonl$/;
const MAX_INFO = 64 * 1_024;

/** The version at the beginning of the header, such as 2; undefined if it is none of GoatCounter. */
function versionOf(text: string): string | undefined {
  const columns = columnsOf(text);
  if (!columns.has('firstvisit') && !columns.has('referrer scheme')) return undefined;
  return /^(\d+)path$/.exec([...columns][0] ?? '')?.[1];
}

const isJson = (entries: readonly string[]): boolean => entries.some((entry) => STATISTICS.test(entry));

const detect = ({ entries, text }: Sample): boolean =>
  (entries !== undefined && isJson(entries)) || versionOf(text) !== undefined;

/** Refuses JSON of another major version, whose fields may mean something else. */
async function checkVersion(file: SourceFile): Promise<void> {
  for await (const part of openParts(file)) {
    if (!INFO.test(part.name)) continue;
    let text = '';
    for await (const chunk of part.bytes()) {
      text += chunk.toString();
      if (text.length > MAX_INFO) break;
    }
    const version = parsedVersion(text);
    if (version?.startsWith('1.')) return;
    throw unusable(file, `has the export version ${version ?? 'unknown'}; version 1 can be imported.`);
  }
  throw unusable(file, 'has no info.json, which names the version of the export.');
}

function parsedVersion(text: string): string | undefined {
  try {
    const info: unknown = JSON.parse(text);
    const version = isObject(info) ? info.export_version : undefined;
    return typeof version === 'string' && /^[\d.]{1,20}$/.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

async function* read(file: SourceFile, { timezone }: ReadOptions): AsyncGenerator<readonly SourceRecord[]> {
  const { entries, text } = await readSample(file);
  if (entries !== undefined && isJson(entries)) {
    await checkVersion(file);
    yield* readTotals(file, timezone);
    return;
  }
  const version = versionOf(text);
  if (`${version}path` !== FIRST_COLUMN)
    throw unusable(
      file,
      version === undefined
        ? 'is no export of GoatCounter: the first column of its CSV is "2Path".'
        : `has the export version ${version}; version 2 can be imported.`,
    );
  for await (const part of openParts(file)) yield* readHits(part);
}

/** GoatCounter: the CSV export (hits), and the JSON export (totals). */
export const goatcounter: Source = { name: 'goatcounter', detect, read };
