import { raw } from '../../db/sql/sql.ts';
import { daysOf, stretches } from './stretches.ts';

/**
 * A stretch of rollup periods that counts towards a range of days (stretches.ts). `open` is 1 for days of
 * months: only those that their months do not include yet count.
 */
export type PartRow = [range: number, from: number, to: number, sign: number, open: number];

/** The columns of the list "part" of a statement. */
export const PART = {
  range: 'INTEGER',
  from: 'INTEGER',
  to: 'INTEGER',
  sign: 'INTEGER',
  open: 'INTEGER',
} as const;

/**
 * The first period of a stretch. An open stretch begins after the last day that the months of the website
 * include, so each day counts once, whenever days are added to their months.
 */
export const FIRST_PERIOD =
  raw(`CASE WHEN "part"."open" = 1 AND "WebsiteLock"."monthsThrough" >= "part"."from"
    THEN "WebsiteLock"."monthsThrough" + 1 ELSE "part"."from" END`);

/** Assigns numbers to distinct texts, from 0. */
export class Numbers {
  readonly #all = new Map<string, number>();

  /** Returns the number of a text. Calls `first` if the text is new. */
  of(text: string, first: (number: number) => void): number {
    const existing = this.#all.get(text);
    if (existing !== undefined) return existing;
    const number = this.#all.size;
    this.#all.set(text, number);
    first(number);
    return number;
  }
}

/** The ranges of days of a statement, each once. */
export class Ranges {
  readonly #numbers = new Numbers();
  /** The rows of the list "part". */
  readonly parts: PartRow[] = [];
  /** Returns the number of a range, from its first to its last day as 20261121. */
  of(from: number, to: number): number {
    return this.#numbers.of(`${from} ${to}`, (number) => {
      for (const whole of stretches(from, to)) {
        this.parts.push([number, whole.from, whole.to, whole.sign, 0]);
        const open = daysOf(whole);
        if (open) this.parts.push([number, open.from, open.to, open.sign, 1]);
      }
    });
  }
}
