import { createReadStream, createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decodeBytes, readLines } from '../sources/input/lines.ts';
import { temporaryFolder } from '../temporary.ts';

/** How items are compared, and stored in a line of text. */
export interface SortOptions<Item> {
  /** The folder for temporary files; that of the system by default. */
  folder?: string | undefined;
  /** Items that are sorted in memory, at most. Large items are fewer: {@link RUN_BYTES}. */
  runSize: number;
  /** Bytes of an item in memory, roughly. */
  sizeOf: (item: Item) => number;
  compare: (one: Item, other: Item) => number;
  encode: (item: Item) => string;
  /** Prepares the items of a run, which are in order. */
  prepare?: (run: readonly Item[]) => void;
  decode: (line: string) => Item;
}

/** Bytes of the items that are sorted in memory, roughly. */
export const RUN_BYTES = 12 * 2 ** 20;
/** Runs that are merged at once: each is an open file. */
const MAX_RUNS = 64;
/** Characters that are written at once. */
const WRITTEN = 64 * 1_024;

/**
 * Sorts any number of items in bounded memory (external merge sort). Items that compare as equal keep their
 * order.
 */
export interface Sorter<Item> {
  add(item: Item): void | Promise<void>;
  /** Returns all items in order. May be called several times, after the last `add`. */
  sorted(): AsyncIterable<Item> | Iterable<Item>;
  /** Deletes the temporary files. */
  close(): Promise<void>;
}

export function createSorter<Item>(options: SortOptions<Item>): Sorter<Item> {
  const { runSize, sizeOf, compare, encode, decode } = options;
  /** The runs on disk, in the order of their items. */
  let files: string[] = [];
  let written = 0;
  let folder: string | null = null;
  let run: Item[] = [];
  let runBytes = 0;

  /** Moves the items in memory to a file. */
  async function spill(): Promise<void> {
    folder ??= await temporaryFolder(options.folder);
    run.sort(compare);
    options.prepare?.(run);
    const file = path.join(folder, String(written++));
    // Nobody else may read what visitors did.
    await writeFile(file, textOf(run, encode), { mode: 0o600 });
    files.push(file);
    [run, runBytes] = [[], 0];
    if (files.length >= MAX_RUNS) await mergeFiles(folder);
  }

  /** Merges all runs on disk into one. */
  async function mergeFiles(of: string): Promise<void> {
    const file = path.join(of, String(written++));
    const lines = async function* () {
      for await (const item of merge<Item>(files.map(linesOf), compare)) yield `${encode(item)}\n`;
    };
    await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600 }));
    for (const merged of files) await rm(merged);
    files = [file];
  }

  async function* linesOf(file: string): AsyncGenerator<Item> {
    // Lines of any length: they were written here.
    for await (const { lines } of readLines(createReadStream(file), Number.MAX_SAFE_INTEGER))
      for (const line of lines) yield decode(decodeBytes(line as string));
  }

  return {
    add(item) {
      run.push(item);
      runBytes += sizeOf(item);
      return run.length >= runSize || runBytes >= RUN_BYTES ? spill() : undefined;
    },
    sorted() {
      run.sort(compare);
      if (files.length === 0) return run;
      return merge<Item>([...files.map(linesOf), run.values()], compare);
    },
    async close() {
      run = [];
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The lines of items, some at a time: all of them would take as much memory again. */
function* textOf<Item>(items: readonly Item[], encode: (item: Item) => string): Generator<string> {
  let text = '';
  for (const item of items) {
    text += `${encode(item)}\n`;
    if (text.length < WRITTEN) continue;
    yield text;
    text = '';
  }
  yield text;
}

type Run<Item> = AsyncIterator<Item> | Iterator<Item>;

/** Merges sorted runs. Of equal items, those of an earlier run come first. */
async function* merge<Item>(
  runs: readonly Run<Item>[],
  compare: SortOptions<Item>['compare'],
): AsyncGenerator<Item> {
  const heads: { item: Item; number: number; run: Run<Item> }[] = [];
  /** Inserts the next item of a run into the heads, which are in order. */
  const push = async (run: Run<Item>, number: number) => {
    const { value: item, done } = await run.next();
    if (done) return;
    let [from, to] = [0, heads.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const head = heads[middle] as (typeof heads)[number];
      if ((compare(head.item, item) || head.number - number) < 0) from = middle + 1;
      else to = middle;
    }
    heads.splice(from, 0, { item, number, run });
  };
  try {
    for (const [number, run] of runs.entries()) await push(run, number);
    for (let head = heads.shift(); head; head = heads.shift()) {
      yield head.item;
      await push(head.run, head.number);
    }
  } finally {
    // Closes the files if the items are not read to the end.
    for (const run of runs) await run.return?.();
  }
}
