import type { ColumnMetaData, SchemaTree } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { getMaxDefinitionLevel } from 'hyparquet/src/schema.js';
import { COMPRESSORS } from './parquetCodecs.ts';
import { type ColumnDecoder, type Dictionary, type Page, readDictionary, readValues } from './parquetPage.ts';

/** Limits of a page, which memory keeps as a whole. Each column that is read has one at a time. */
export interface PageLimits {
  /** Bytes after decompression. */
  pageBytes: number;
  /** Values, which a dictionary can store in few bytes. */
  pageValues: number;
}

/** A page that exceeds a limit. */
export class PageTooLarge extends Error {}

/** A row, or an object in it. */
export type ParquetRow = Record<string, unknown>;

/** Names are those of a file, so that a row inherits none. As a hash table, it would take more memory. */
class Row {}
Object.setPrototypeOf(Row.prototype, null);
delete (Row.prototype as { constructor?: unknown }).constructor;

/** Creates a row, or an object in it, without any name. */
export const newRow = (): ParquetRow => new Row() as ParquetRow;

/** Deeper schemas are none of an export. Levels are bytes. */
const MAX_DEPTH = 32;

/** A list has two levels that JSON does not have: `a.list.element` is an entry of `a`. */
function isHidden(node: SchemaTree, parent: SchemaTree, grandparent: SchemaTree | undefined): boolean {
  const isList = ({ element, children }: SchemaTree) =>
    element.converted_type === 'LIST' && children.length === 1;
  if (isList(parent) && node.element.repetition_type === 'REPEATED') return true;
  return grandparent !== undefined && isList(grandparent) && parent.children.length === 1;
}

/**
 * A column without children of a row group, of which rows are read one after the other (the record assembly
 * of Dremel). The library assembles whole row groups, which takes 500 bytes for each nested value.
 */
export class ParquetColumn {
  private readonly decoder: ColumnDecoder;
  /** From the child of the root to the column. */
  private readonly nodes: readonly { name: string; type: string | undefined; isHidden: boolean }[];
  private readonly deepest: number;
  private readonly reader: { view: DataView; offset: number };
  private dictionary: Dictionary | undefined;
  private page: Page | undefined;
  /** The next entry of the page. */
  private entry = 0;
  /** The position in each list that the last entry is in. */
  private readonly positions: number[];

  /**
   * @param path the schema from the root to the column.
   * @param bytes the column chunk.
   */
  constructor(
    path: SchemaTree[],
    chunk: ColumnMetaData,
    bytes: ArrayBuffer,
    private readonly limits: PageLimits,
  ) {
    if (path.length > MAX_DEPTH) throw new RangeError('The schema is too deep.');
    const leaf = path[path.length - 1] as SchemaTree;
    this.decoder = {
      pathInSchema: chunk.path_in_schema,
      type: chunk.type,
      element: leaf.element,
      schemaPath: path,
      codec: chunk.codec,
      parsers: DEFAULT_PARSERS,
      compressors: COMPRESSORS,
    };
    this.nodes = path.slice(1).map((node, index) => ({
      name: node.element.name,
      type: node.element.repetition_type,
      isHidden: index > 0 && isHidden(node, path[index] as SchemaTree, path[index - 1]),
    }));
    this.deepest = getMaxDefinitionLevel(path);
    this.positions = path.map(() => 0);
    this.reader = { view: new DataView(bytes), offset: 0 };
  }

  /** Adds the values of the next row to it. @throws RangeError if there are no more. */
  addTo(row: ParquetRow): void {
    do {
      const { page, entry } = this;
      if (!page || entry >= page.count) throw new RangeError('The column has too few values.');
      this.place(row, page.repetition?.[entry] ?? 0, page.definition?.[entry] ?? this.deepest);
      this.entry += 1;
    } while (this.continues());
  }

  /** Whether the next entry belongs to the same row. Reads the next page at the end of one. */
  private continues(): boolean {
    if (this.page && this.entry >= this.page.count) this.advance();
    return (this.page?.repetition?.[this.entry] ?? 0) > 0;
  }

  /** Reads the next page; none is left at the end of the chunk. */
  advance(): void {
    this.page = undefined;
    this.entry = 0;
    while (!this.page?.count && this.reader.offset < this.reader.view.byteLength - 1)
      this.page = this.nextPage();
  }

  private nextPage(): Page | undefined {
    const { decoder, reader, limits } = this;
    const header = parquetHeader(reader);
    const { data_page_header: one, data_page_header_v2: two, dictionary_page_header: dictionary } = header;
    const count = one?.num_values ?? two?.num_values ?? dictionary?.num_values ?? 0;
    if (!(header.uncompressed_page_size <= limits.pageBytes && count <= limits.pageValues))
      throw new PageTooLarge();
    const { buffer, byteOffset } = reader.view;
    const bytes = new Uint8Array(buffer, byteOffset + reader.offset, header.compressed_page_size);
    reader.offset += header.compressed_page_size;
    if (header.type === 'DICTIONARY_PAGE') this.dictionary = readDictionary(header, bytes, decoder);
    return one || two ? readValues(header, bytes, decoder, this.dictionary) : undefined;
  }

  /** Puts an entry where its levels say. */
  private place(row: ParquetRow, repetition: number, definition: number): void {
    let holder = row as Record<string | number, unknown>;
    let key: string | number = this.nodes[0]?.name ?? '';
    let [lists, defined] = [0, 0];
    // Not `entries()`: this runs for each value.
    for (let index = 0; index < this.nodes.length; index += 1) {
      const { name, type, isHidden } = this.nodes[index] as (typeof this.nodes)[number];
      if (index > 0 && !isHidden) {
        holder[key] ??= newRow();
        holder = holder[key] as Record<string, unknown>;
        key = name;
      }
      if (type === 'REPEATED') {
        lists += 1;
        defined += 1;
        holder[key] ??= [];
        if (definition < defined) return;
        // A lower level begins this list anew, and the same level is its next entry.
        const position =
          repetition < lists ? 0 : (this.positions[lists] ?? 0) + (repetition === lists ? 1 : 0);
        this.positions[lists] = position;
        holder = holder[key] as Record<number, unknown>;
        key = position;
      } else if (type === 'OPTIONAL') {
        defined += 1;
        if (definition >= defined) continue;
        holder[key] ??= null;
        return;
      }
    }
    holder[key] = asJson(this.page?.next());
  }
}

/** As JSON has it: 64-bit integers, which JavaScript reads as `bigint`, are digits, and times ISO texts. */
function asJson(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
