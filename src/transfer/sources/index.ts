import { AppError } from '../../errors.ts';
import { nameHelp } from '../../validation/names.ts';
import { shownText } from '../../validation/shown.ts';
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
import { umami } from './umami.ts';

/** All sources, in the order in which they are tried for a file. */
export const SOURCES: readonly Source[] = [
  footfallSource,
  plausible,
  umami,
  goatcounter,
  simpleAnalytics,
  matomo,
  fathom,
  // Its reports have columns with names that others also have.
  ga4,
  log,
];

const sourceNames = (): string[] => SOURCES.map(({ name }) => name);

/**
 * Returns the source with a name, such as `plausible`.
 * @throws AppError `invalid` if there is none.
 */
export function findSource(name: string): Source {
  const source = SOURCES.find((candidate) => candidate.name === name);
  if (source) return source;
  throw new AppError('invalid', `There is no source "${shownText(name)}". ${nameHelp(name, sourceNames())}`);
}

/**
 * Recognizes the source of a file by its content.
 * @throws AppError `invalid` if no source reads such files, or the file cannot be read (`openParts`).
 */
export async function detectSource(file: SourceFile): Promise<Source> {
  const sample = await readSample(file);
  const source = SOURCES.find((candidate) => candidate.detect(sample));
  if (source) return source;
  throw unusable(
    file,
    `is in no format that can be imported. State the source: ${sourceNames().join(', ')}. ` +
      'docs/moving.md lists the files that each of them reads.',
  );
}
