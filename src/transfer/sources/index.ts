import { fathom } from './fathom.ts';
import { footfallSource } from './footfall/source.ts';
import { ga4 } from './ga4/source.ts';
import { goatcounter } from './goatcounter/source.ts';
import { unusable } from './input/limits.ts';
import { readSample } from './input/parts.ts';
import { log } from './log/source.ts';
import { matomo } from './matomo/source.ts';
import { plausible } from './plausible/source.ts';
import type { Source, SourceFile } from './records.ts';
import { simpleAnalytics } from './simpleAnalytics.ts';
import { SOURCE_NAMES, type SourceName, sourceName } from './sourceNames.ts';
import { umami } from './umami.ts';

const BY_NAME: Readonly<Record<SourceName, Source>> = {
  footfall: footfallSource,
  plausible,
  umami,
  goatcounter,
  'simple-analytics': simpleAnalytics,
  matomo,
  fathom,
  ga4,
  log,
};

/** All sources, in the order in which they are tried for a file. */
export const SOURCES: readonly Source[] = SOURCE_NAMES.map((name) => BY_NAME[name]);

/**
 * Returns the source with a name, such as `plausible`.
 * @throws AppError `invalid` if there is none.
 */
export const findSource = (name: string): Source => BY_NAME[sourceName(name)];

/**
 * Recognizes the source of a file by its content.
 * @throws AppError `invalid` if no source reads such files, or the file cannot be read (`openParts`).
 */
export async function detectSource(file: SourceFile): Promise<Source> {
  const sample = await readSample(file);
  const source = SOURCES.find((candidate) => candidate.detect(sample));
  if (source) return source;
  throw unusable(file, `is in no format that can be imported. State the source: ${SOURCE_NAMES.join(', ')}.`);
}
