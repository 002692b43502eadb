import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { operator } from '../../../src/auth/keys.ts';
import { openSnapshots } from '../../../src/db/open.ts';
import { prepareExport } from '../../../src/transfer/exports/websiteExport.ts';
import { type ExportCounts, writeExport } from '../../../src/transfer/exports/write.ts';
import { openArchive } from '../../../src/transfer/sources/footfall/archive.ts';
import { footfallSource } from '../../../src/transfer/sources/footfall/source.ts';
import type {
  OwnRow,
  SettingsRecord,
  SourceRecord,
  TotalRecord,
} from '../../../src/transfer/sources/records.ts';
import type { TestServer } from '../server.ts';

/** Exports a website to a file, as its owner. */
export async function exportTo(
  file: string,
  { deps, teamId }: Pick<TestServer, 'deps' | 'teamId'>,
  id: number,
  args: object = {},
): Promise<ExportCounts> {
  const website = await deps.db.read.website.findUnique({ where: { id } });
  const request = await prepareExport(website, args, { ...deps, viewer: operator(teamId) });
  const connection = await openSnapshots(deps.config.databaseUrl);
  try {
    return await writeExport(connection, request, createWriteStream(file));
  } finally {
    await connection.close();
  }
}

/** What an export contains, as it is read again. */
export interface ReadExport {
  settings: SettingsRecord;
  visits: OwnRow[];
  hits: OwnRow[];
  drops: OwnRow[];
  /** Daily sums of imports, without those of continents. */
  sums: TotalRecord[];
  /** The records with rows, in their order. */
  records: SourceRecord[];
}

/** Reads an export by the source of imports. */
export async function readBack(path: string): Promise<ReadExport> {
  const records: SourceRecord[] = [];
  for await (const batch of footfallSource.read({ name: 'export.zip', path }, { timezone: 'UTC' }))
    records.push(...batch);
  const [settings, ...others] = records;
  return {
    settings: settings as SettingsRecord,
    visits: others.flatMap((record) => (record.kind === 'rows' ? record.visits : [])),
    hits: others.flatMap((record) => (record.kind === 'rows' ? record.hits : [])),
    sums: others.filter((record) => record.kind === 'total'),
    drops: others.flatMap((record) => (record.kind === 'drops' ? record.drops : [])),
    records: others,
  };
}

type Table = 'Visit' | 'Hit' | 'Drop';
const ORDER: Readonly<Record<Table, string>> = {
  Visit: '"day", "visitor", "number"',
  Hit: '"day", "id"',
  Drop: '"day", "reason"',
};

/** Reads the rows of a website from the database, in the form in which the source returns them. */
export async function storedRows(
  { deps }: Pick<TestServer, 'deps'>,
  table: Table,
  id: number,
): Promise<OwnRow[]> {
  const rows = await deps.db.read.$queryRawUnsafe<Record<string, unknown>[]>(
    `SELECT * FROM "${table}" WHERE "websiteId" = ${id} ORDER BY ${ORDER[table]}`,
  );
  const wide = ['visitor', 'id', 'exitId', 'amount'];
  return rows.map(({ websiteId: _id, ...row }) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (value === null || typeof value === 'string') return [name, value];
        return [name, wide.includes(name) ? String(value) : Number(value)];
      }),
    ),
  );
}

/**
 * Writes an archive with other content of some files.
 * @param change returns the content, or null to leave the file out.
 */
export async function rewritten(
  file: string,
  target: string,
  change: (name: string, text: string) => string | null,
) {
  const archive = await openArchive({ name: 'a.zip', path: file });
  const zip = new ZipFile();
  for (const name of archive.names) {
    const parts: Buffer[] = [];
    for await (const part of archive.read(name)) parts.push(part as Buffer);
    const text = change(name, Buffer.concat(parts).toString());
    if (text !== null) zip.addBuffer(Buffer.from(text), name);
  }
  await archive.close();
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target));
}
