import { LAYOUTS, MANIFEST, ROW_FORMATS, type RowFileName } from '../../exports/layout.ts';
import type { DropsRecord, ReadOptions, RowsRecord, Source, SourceFile, SourceRecord } from '../records.ts';
import { openArchive } from './archive.ts';
import { readManifest, settingsRecord } from './manifest.ts';
import { byDay, type DayRows, readOwnRows } from './rows.ts';
import { readSums } from './sums.ts';

/** Merges visits and hits by day: first the visits of a day, then its hits. */
async function* mergeDays(
  visits: AsyncGenerator<DayRows>,
  hits: AsyncGenerator<DayRows>,
): AsyncGenerator<RowsRecord> {
  try {
    let [visit, hit] = await Promise.all([visits.next(), hits.next()]);
    while (!visit.done || !hit.done) {
      const isVisit = !visit.done && (hit.done || visit.value.day <= hit.value.day);
      const { day, line, rows } = (isVisit ? visit.value : hit.value) as DayRows;
      yield { kind: 'rows', line, day, visits: isVisit ? rows : [], hits: isVisit ? [] : rows };
      if (isVisit) visit = await visits.next();
      else hit = await hits.next();
    }
  } finally {
    await Promise.all([visits.return(undefined), hits.return(undefined)]);
  }
}

async function* readExport(
  file: SourceFile,
  { folder }: ReadOptions,
): AsyncGenerator<readonly SourceRecord[]> {
  const archive = await openArchive(file);
  try {
    const manifest = await readManifest(archive);
    yield [settingsRecord(manifest)];
    const { rows: format, files } = manifest;
    const rows = (name: RowFileName) =>
      readOwnRows(archive, LAYOUTS[name], { format, folder, expected: files[`${name}.${format}`] ?? 0 });
    const days = (name: RowFileName) => byDay(rows(name));
    for await (const record of mergeDays(days('visits'), days('hits'))) yield [record];
    for await (const { line, rows: drops } of days('drops'))
      yield [{ kind: 'drops', line, drops } satisfies DropsRecord];
    yield* readSums(rows('sums'));
  } finally {
    await archive.close();
  }
}

/** An export of Footfall, in any of its formats. */
export const footfallSource: Source = {
  name: 'footfall',
  detect: ({ entries = [] }) =>
    entries.includes(MANIFEST) && ROW_FORMATS.some((format) => entries.includes(`visits.${format}`)),
  read: readExport,
};
