import { ROLLUP_NAMES, type RollupName } from '../../engine/registry/statistics.ts';

/**
 * The increment of one row of the rollup. It is negative where a visit goes on and is no longer what it was
 * counted as, such as a bounce.
 */
export interface Increment {
  websiteId: number;
  name: RollupName;
  /** A day as 20261121, or a whole month as 202611. */
  period: number;
  value: string;
  count: number;
}

/** The increments of a rollup of one website and period. One value, as a hit brings, needs no map. */
type Slot = Increment | Map<string, Increment> | undefined;

const INDEX = Object.fromEntries(ROLLUP_NAMES.map((name, index) => [name, index])) as Record<
  RollupName,
  number
>;

/**
 * Adds up increments: one row for each website, rollup, period and value. It builds no text of all four to
 * find a row, because with many websites most rows are new.
 */
export class Sums {
  /** In the order in which each was first added to. */
  readonly rows: Increment[] = [];
  readonly #groups = new Map<string, Slot[]>();
  /** The hits of a website follow each other, so the group is usually that of the call before. */
  #last: { websiteId: number; period: number; slots: Slot[] } = { websiteId: 0, period: 0, slots: [] };

  add(websiteId: number, name: RollupName, period: number, value: string, count: number): void {
    const slots = this.#group(websiteId, period);
    const index = INDEX[name];
    const slot = slots[index];
    const row = slot instanceof Map ? slot.get(value) : slot?.value === value ? slot : undefined;
    if (row) {
      row.count += count;
      return;
    }
    const added: Increment = { websiteId, name, period, value, count };
    this.rows.push(added);
    if (slot === undefined) slots[index] = added;
    else if (slot instanceof Map) slot.set(value, added);
    else
      slots[index] = new Map([
        [slot.value, slot],
        [value, added],
      ]);
  }

  #group(websiteId: number, period: number): Slot[] {
    const last = this.#last;
    if (last.websiteId === websiteId && last.period === period) return last.slots;
    const key = `${websiteId} ${period}`;
    let slots = this.#groups.get(key);
    if (!slots) {
      slots = new Array<Slot>(ROLLUP_NAMES.length).fill(undefined);
      this.#groups.set(key, slots);
    }
    this.#last = { websiteId, period, slots };
    return slots;
  }
}
