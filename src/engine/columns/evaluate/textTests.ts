import type { ValueTest } from '../../question/types.ts';
import { compileTest } from '../../question/valueTest.ts';
import type { ColumnDimension } from '../../registry/dimensions.ts';
import { type DayView, isOptional } from './dayView.ts';
import type { Dictionary } from './interner.ts';

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
    const { length } = this.dictionary.texts;
    if (this.results.length < length) {
      const larger = new Uint8Array(2 * length);
      larger.set(this.results);
      this.results = larger;
    }
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
const KNOWN = 0x100;

/** The bits of conditions on one dimension, by text. */
export class TextBits {
  private byText = new Uint16Array(0);
  private table = new Uint8Array(0);
  /** Those of hits without a value, if the dimension is optional. */
  private ofMissing = 0;
  private readonly tests: { passes: (text: string) => boolean; bit: number }[] = [];
  private readonly dimension: ColumnDimension;
  private readonly dictionary: Dictionary;

  constructor(dimension: ColumnDimension, dictionary: Dictionary) {
    this.dimension = dimension;
    this.dictionary = dictionary;
  }

  add(test: ValueTest, bit: number): void {
    this.tests.push({ passes: compileTest(test), bit });
    if (selectsMissing(test)) this.ofMissing |= bit;
  }

  /** Sets the bits of the hits of a day. */
  addTo(out: Uint8Array, view: DayView): void {
    const { dimension, dictionary } = this;
    const count = view.textCount(dimension);
    const texts = view.textsOf(dimension);
    if (this.byText.length < dictionary.texts.length) {
      const larger = new Uint16Array(2 * dictionary.texts.length);
      larger.set(this.byText);
      this.byText = larger;
    }
    if (this.table.length < count) this.table = new Uint8Array(2 * count);
    const { byText, table } = this;
    for (let position = 0; position < count; position++) {
      const id = texts[position] as number;
      if (byText[id] === 0) byText[id] = KNOWN | this.bitsOf(dictionary.texts[id] as string);
      table[position] = byText[id] as number;
    }
    if (isOptional(dimension)) table[0] = this.ofMissing;
    const ids = view.idsOf(dimension);
    for (let hit = 0; hit < out.length; hit++)
      out[hit] = (out[hit] as number) | (table[ids[hit] as number] as number);
  }

  private bitsOf(text: string): number {
    let bits = 0;
    for (const { passes, bit } of this.tests) if (passes(text)) bits |= bit;
    return bits;
  }
}
