import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ExportRow, Field, FieldType, Layout } from './layout.ts';

/** Rows of a row group, which is in memory as a whole: some 20 MB. */
const GROUP = 20_000;

const TYPES: Readonly<Record<FieldType, NonNullable<ColumnSource['type']>>> = {
  day: 'STRING',
  time: 'TIMESTAMP',
  int64: 'INT64',
  amount: 'STRING',
  integer: 'INT64',
  number: 'DOUBLE',
  text: 'STRING',
};

function parquetValue(type: FieldType, value: ExportRow[number]) {
  if (value === null) return null;
  if (type === 'time') return new Date(value);
  return type === 'int64' || type === 'integer' ? BigInt(value) : value;
}

const columnOf = ({ name, type }: Field, index: number, rows: readonly ExportRow[]): ColumnSource => ({
  name,
  type: TYPES[type],
  nullable: true,
  data: rows.map((row) => parquetValue(type, row[index] ?? null)),
});

/** A writer whose bytes are taken away after each row group. */
class GroupWriter extends ByteWriter {
  /** The position in the buffer, which the library declares in its implementation only. */
  declare index: number;

  take(): Uint8Array {
    const bytes = this.getBytes().slice();
    this.index = 0;
    return bytes;
  }
}

/** Collects chunks of rows into groups of {@link GROUP}. */
async function* groupsOf(chunks: AsyncIterable<readonly ExportRow[]>): AsyncGenerator<ExportRow[]> {
  let group: ExportRow[] = [];
  for await (const rows of chunks) {
    group.push(...rows);
    if (group.length < GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Writes rows as a Parquet file, compressed with Snappy. */
export async function* parquetFile(
  { fields }: Layout,
  chunks: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<Uint8Array> {
  const columnsOf = (rows: readonly ExportRow[]) =>
    fields.map((field, index) => columnOf(field, index, rows));
  const writer = new GroupWriter();
  const file = new ParquetWriter({ writer, schema: schemaFromColumnData({ columnData: columnsOf([]) }) });
  for await (const rows of groupsOf(chunks)) {
    await file.write({ columnData: columnsOf(rows), rowGroupSize: GROUP * 2 });
    yield writer.take();
  }
  await file.finish();
  yield writer.take();
}
