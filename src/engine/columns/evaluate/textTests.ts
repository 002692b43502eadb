import type { ValueTest } from '../../question/types.ts';
import { compileTest } from '../../question/valueTest.ts';
import { type DayView, isOptional } from './dayView.ts';
import type { Dictionary, InternedDimension } from './interner.ts';
import { withRoom } from './room.ts';

const [UNKNOWN, FALSE, TRUE] = [0, 1, 2];

/** Tests the texts of a dictionary, each at most once. */
export class TextTests {
  private results: Uint8Array = new Uint8Array(0);
  private readonly dictionary: Dictionary;
  private readonly test: (text: string) => boolean;

  constructor(dictionary: Dictionary, test: (text: string) => boolean) {
    this.dictionary = dictionary;
    this.test = test;
  }

  passes(id: number): boolean {
    return this.resultOf(id, this.ready()) === TRUE;
  }

  /** Sets the first `count` elements of `out` to 1 or 0: whether the texts with these ids pass. */
  passEach(out: Uint8Array, ids: Uint32Array, count: number): void {
    const results = this.ready();
    for (let index = 0; index < count; index++) {
      const id = ids[index] as number;
      const result = results[id] as number;
      out[index] = (result === UNKNOWN ? this.resultOf(id, results) : result) === TRUE ? 1 : 0;
    }
  }

  /** Returns the results, with room for all texts of the dictionary. */
  private ready(): Uint8Array {
    this.results = withRoom(this.results, this.dictionary.texts.length);
    return this.results;
  }

  private resultOf(id: number, results: Uint8Array): number {
    if (results[id] === UNKNOWN) results[id] = this.test(this.dictionary.texts[id] as string) ? TRUE : FALSE;
    return results[id] as number;
  }
}

/** Whether a condition selects the hits without a value. Only `exists: false` by itself does. */
export const selectsMissing = (test: ValueTest) => test.exists === false && Object.keys(test).length === 1;

/** Marks a text whose bits are known, beside the bits. */
const KNOWN = 0x8000_0000;

/** The most conditions that have bits of a number of 32 bits. */
export const MAX_BITS = 31;

/** Up to {@link MAX_BITS} conditions on one dimension, with a bit each. Each text is tested once for all. */
export class TextBits {
  readonly dimension: InternedDimension;
  /** By position of a text in the column of the day: the bits of the conditions that it meets. */
  table: Uint32Array = new Uint32Array(0);
  /** The bits of the day that some text has, and those that all have. */
  some = 0;
  every = 0;
  private byText = new Uint32Array(0);
  /** Those of hits without a value, if the dimension is optional. */
  private ofMissing = 0;
  private readonly tests: { passes: (text: string) => boolean; bit: number }[] = [];
  private readonly dictionary: Dictionary;

  constructor(dimension: InternedDimension, dictionary: Dictionary) {
    this.dimension = dimension;
    this.dictionary = dictionary;
  }

  /** Adds a condition. To be called before days are read. */
  add(test: ValueTest, bit: number): void {
    this.tests.push({ passes: compileTest(test), bit });
    if (selectsMissing(test)) this.ofMissing |= bit;
  }

  /** Tests the texts of a day. */
  read(view: DayView): void {
    const { dimension, dictionary } = this;
    const count = view.textCount(dimension);
    const texts = view.textsOf(dimension);
    this.byText = withRoom(this.byText, dictionary.texts.length);
    if (this.table.length < count) this.table = new Uint32Array(2 * count);
    const { byText, table } = this;
    for (let position = 0; position < count; position++) {
      const id = texts[position] as number;
      if (byText[id] === 0) byText[id] = (KNOWN | this.bitsOf(dictionary.texts[id] as string)) >>> 0;
      table[position] = (byText[id] as number) & ~KNOWN;
    }
    if (isOptional(dimension)) table[0] = this.ofMissing;
    let [some, every] = [0, -1];
    for (let position = 0; position < count; position++) {
      some |= table[position] as number;
      every &= table[position] as number;
    }
    this.some = some;
    this.every = every;
  }

  private bitsOf(text: string): number {
    let bits = 0;
    for (const { passes, bit } of this.tests) if (passes(text)) bits |= bit;
    return bits;
  }
}
