import type { Question } from '../../question/types.ts';
import { type DayView, isOfHits, isOptional, roomFor } from './dayView.ts';
import type { InternedDimension, Interner } from './interner.ts';
import { LocalGrouper, type LocalGroups } from './localGroups.ts';
import { withRoom } from './room.ts';
import { searchTests } from './search.ts';
import { addSums, endOfHits, FIRST_HIT, type Selection, STRIDE } from './selection.ts';
import type { TextTests } from './textTests.ts';
import { type GroupedDimension, HOURS_A_DAY, isHourly, isTime } from './timeTexts.ts';
import { Values } from './values.ts';

/** The number in place of {@link STRIDE}'s free one: marks the latest visit that the group has counted. */
const LATEST = 7;

/** The numbers in place of which a grouping of revenue has the high and the low parts of amounts. */
export const [AMOUNT_HIGH, AMOUNT_LOW] = [2, 3];

/** The dimensions of the groups of a question: those of revenue have a currency. */
export const groupedBy = ({ by, measure }: Pick<Question, 'by' | 'measure'>): readonly GroupedDimension[] =>
  measure === 'revenue' ? ['currency', ...by] : by;

/** The amounts of a day: by hit its value, and by value the two parts. */
interface Amounts {
  ids: Uint32Array;
  high: Float64Array;
  low: Uint32Array;
}

/**
 * The sums of the selected hits by the values of one to three dimensions. The groups of a day are added up in
 * memory that is small enough for the processor's cache, and then added to those of all days.
 *
 * The hits of a visit, and the visits of a visitor, are neighbours, so a group of the day marks only the
 * latest visit that it has counted: with the double of the number of the visit, from 1. A visitor is new to a
 * group if the mark is less than the double of the number of the visitor's first visit.
 */
export class Grouping {
  readonly values: Values;
  /** By group, as in {@link STRIDE}. */
  sums: Float64Array = new Float64Array(0);
  private readonly grouper: LocalGrouper;
  private readonly hourly: boolean;
  /** Whether all selected hits of a day belong to one group, which needs only the sums of the selection. */
  readonly daily: boolean;
  /** Pageviews belong to no group of events. */
  private readonly onlyEvents: boolean;
  /** Other dimensions that hits may have no value of. */
  private readonly optional: readonly InternedDimension[];
  /** Whether amounts are added up in place of pageviews and events. */
  private readonly ofRevenue: boolean;
  /** 1 or 0 by hit of the day: whether it has values of the optional dimensions. */
  private present: Uint8Array = new Uint8Array(0);
  /**
   * The values of the day, with the hour if hourly: the group of the day + 1; 0 as long as there are no hits.
   */
  private groupOf: Uint32Array = new Uint32Array(0);
  /** By group of the day: its position in `groupOf`. */
  private slotOf: Uint32Array = new Uint32Array(0);
  private dayGroups = 0;
  /** By group of the day, as in {@link STRIDE}. */
  private daySums: Float64Array = new Float64Array(0);
  /** The tests of the search by dimension; null without a search. */
  private readonly tests: readonly TextTests[] | null;
  /** 1 or 0 by local group: whether the search may find it; null without a search. */
  private found: Uint8Array | null = null;

  /** @param search as `Question.search`; hits of groups that it does not find may be left out. */
  constructor(by: readonly GroupedDimension[], interner: Interner, search: readonly string[] | null = null) {
    const columns = by
      .filter((dimension): dimension is InternedDimension => !isTime(dimension))
      .toSorted((a, b) => Number(isOfHits(a)) - Number(isOfHits(b)));
    this.values = new Values(by, columns, interner);
    this.tests = search && searchTests(this.values.dictionaries, search);
    this.hourly = by.some(isHourly);
    this.grouper = new LocalGrouper(columns, this.hourly);
    this.daily = columns.length === 0 && !this.hourly;
    this.onlyEvents = by.includes('event');
    // Of hits without revenue, a question about it selects none.
    this.optional = columns.filter(
      (dimension) => dimension !== 'event' && dimension !== 'currency' && isOptional(dimension),
    );
    this.ofRevenue = by.includes('currency');
  }

  /** Returns 1 or 0 by hit: whether it belongs to a group; null if all do, or no hit is without an event. */
  private presentIn(view: DayView): Uint8Array | null {
    const [first, ...others] = this.optional;
    if (first === undefined) return null;
    const { hits } = view.columns;
    if (this.present.length < hits) this.present = new Uint8Array(Math.ceil(1.5 * hits));
    const { present } = this;
    const ids = view.idsOf(first);
    for (let hit = 0; hit < hits; hit++) present[hit] = ids[hit] === 0 ? 0 : 1;
    for (const dimension of others) {
      const more = view.idsOf(dimension);
      for (let hit = 0; hit < hits; hit++) if (more[hit] === 0) present[hit] = 0;
    }
    return present;
  }

  private amountsIn(view: DayView): Amounts | null {
    return this.ofRevenue ? { ids: view.idsOf('currency'), ...view.amountsOf() } : null;
  }

  /**
   * Adds the selected hits of a day.
   * @throws AppError `invalid` if there are too many groups. The grouping cannot be used afterwards.
   */
  add(view: DayView, selection: Selection): void {
    if (selection.count === 0) return;
    const groups = this.grouper.group(view, selection);
    const slots = groups.size * (this.hourly ? HOURS_A_DAY : 1);
    this.values.beginDay(view, groups);
    if (this.tests) {
      if (!this.found || this.found.length < groups.size) this.found = new Uint8Array(2 * groups.size);
      this.values.markFound(this.found, this.tests);
    }
    this.groupOf = roomFor(this.groupOf, slots).fill(0, 0, slots);
    this.slotOf = roomFor(this.slotOf, slots);
    this.daySums = withRoom(this.daySums, STRIDE * slots);
    if (this.daily) addSums(this.daySums, STRIDE * this.open(0), selection.sums, 0);
    else if (this.hourly) this.addHours(view, selection, groups);
    else if (groups.ofHits) this.addHits(view, selection, groups.ids);
    else this.addVisits(selection, groups.ids);
    this.endDay();
  }

  /** Whether the search may find the group with these values, by their ids in the dictionaries. */
  mayFind(ids: readonly number[]): boolean {
    return this.tests?.some((test, index) => test.passes(ids[index] as number)) ?? true;
  }

  /** Adds the sums of a day, all of which belong to one group, for which there is room. */
  addTotals(day: number, sums: Float64Array): void {
    const ids = this.values.idsOfDay(day);
    if (this.mayFind(ids)) addSums(this.sums, STRIDE * this.values.numberOfIds(ids), sums, 0);
  }

  /** Makes room for a number of groups. */
  reserve(groups: number): void {
    this.sums = withRoom(this.sums, STRIDE * groups);
  }

  /** Returns the group of a slot of `groupOf` that had no hits before. */
  private open(slot: number): number {
    this.slotOf[this.dayGroups] = slot;
    this.dayGroups++;
    this.groupOf[slot] = this.dayGroups;
    return this.dayGroups - 1;
  }

  /** Adds the groups of the day to those of all days, and clears them. */
  private endDay(): void {
    const { values, daySums, slotOf, dayGroups, hourly } = this;
    this.reserve(values.size + dayGroups);
    for (let group = 0; group < dayGroups; group++) {
      const slot = slotOf[group] as number;
      const number = hourly
        ? values.numberOf(Math.floor(slot / HOURS_A_DAY), slot % HOURS_A_DAY)
        : values.numberOf(slot, 0);
      addSums(this.sums, STRIDE * number, daySums, STRIDE * group);
    }
    daySums.fill(0, 0, STRIDE * dayGroups);
    this.dayGroups = 0;
  }

  private addVisits({ count, records }: Selection, ids: Uint32Array): void {
    const { daySums: sums, groupOf, found } = this;
    for (let record = 0; record < STRIDE * count; record += STRIDE) {
      const visit = records[record + 1] as number;
      const slot = ids[visit] as number;
      if (found !== null && found[slot] === 0) continue;
      const group = (groupOf[slot] as number) - 1;
      const offset = STRIDE * (group >= 0 ? group : this.open(slot));
      if ((sums[offset + LATEST] as number) < 2 * (records[record] as number) + 2)
        sums[offset] = (sums[offset] as number) + 1;
      sums[offset + LATEST] = 2 * visit + 2;
      sums[offset + 1] = (sums[offset + 1] as number) + 1;
      sums[offset + 2] = (sums[offset + 2] as number) + (records[record + 2] as number);
      sums[offset + 3] = (sums[offset + 3] as number) + (records[record + 3] as number);
      sums[offset + 4] = (sums[offset + 4] as number) + (records[record + 4] as number);
      sums[offset + 5] = (sums[offset + 5] as number) + (records[record + 5] as number);
      sums[offset + 6] = (sums[offset + 6] as number) + (records[record + 6] as number);
    }
  }

  private addHits(view: DayView, { count, records, hits }: Selection, ids: Uint32Array): void {
    const { daySums: sums, groupOf, onlyEvents, found } = this;
    const [present, amounts] = [this.presentIn(view), this.amountsIn(view)];
    const event = view.idsOf('event');
    for (let record = 0; record < STRIDE * count; record += STRIDE) {
      const mark = 2 * (records[record + 1] as number) + 2;
      const end = endOfHits(records, record);
      for (let index = records[record + FIRST_HIT] as number; index < end; index++) {
        const hit = hits[index] as number;
        if (present !== null && present[hit] === 0) continue;
        const slot = ids[hit] as number;
        if (found !== null && found[slot] === 0) continue;
        const isEvent = event[hit] !== 0;
        if (onlyEvents && !isEvent) continue;
        const group = (groupOf[slot] as number) - 1;
        const offset = STRIDE * (group >= 0 ? group : this.open(slot));
        if (amounts !== null) addAmount(sums, offset, amounts, hit);
        else {
          const kind = offset + (isEvent ? 3 : 2);
          sums[kind] = (sums[kind] as number) + 1;
        }
        const latest = sums[offset + LATEST] as number;
        if (latest === mark) continue;
        if (latest < 2 * (records[record] as number) + 2) sums[offset] = (sums[offset] as number) + 1;
        sums[offset + LATEST] = mark;
        sums[offset + 1] = (sums[offset + 1] as number) + 1;
        sums[offset + 4] = (sums[offset + 4] as number) + (records[record + 4] as number);
        sums[offset + 5] = (sums[offset + 5] as number) + (records[record + 5] as number);
        sums[offset + 6] = (sums[offset + 6] as number) + (records[record + 6] as number);
      }
    }
  }

  /**
   * As `addHits`, for groups by hour: a hit belongs to its own hour, a visit to that of its first hit, and a
   * visitor to that of the first hit of the day. So the sums over the hours are the totals. A group that has
   * counted the visitor, but not the visit, has an even mark; one that has counted the visit has an odd one.
   */
  private addHours(view: DayView, { count, records, hits }: Selection, groups: LocalGroups): void {
    const { daySums: sums, groupOf, onlyEvents, found } = this;
    const [present, amounts] = [this.presentIn(view), this.amountsIn(view)];
    const [hour, hitHour] = [view.numbersOf('hour'), view.numbersOf('hitHour')];
    const { ids, ofHits } = groups;
    const event = view.idsOf('event');
    for (let record = 0; record < STRIDE * count; record += STRIDE) {
      const first = records[record] as number;
      const visit = records[record + 1] as number;
      const mark = 2 * visit + 3;
      const end = endOfHits(records, record);
      for (let index = records[record + FIRST_HIT] as number; index < end; index++) {
        const hit = hits[index] as number;
        if (present !== null && present[hit] === 0) continue;
        const isEvent = event[hit] !== 0;
        if (onlyEvents && !isEvent) continue;
        const local = ids[ofHits ? hit : visit] as number;
        if (found !== null && found[local] === 0) continue;
        const midnight = HOURS_A_DAY * local;
        let slot = midnight + (hitHour[hit] as number);
        let group = (groupOf[slot] as number) - 1;
        let offset = STRIDE * (group >= 0 ? group : this.open(slot));
        if (amounts !== null) addAmount(sums, offset, amounts, hit);
        else {
          const kind = offset + (isEvent ? 3 : 2);
          sums[kind] = (sums[kind] as number) + 1;
        }
        slot = midnight + (hour[visit] as number);
        group = (groupOf[slot] as number) - 1;
        const visitOffset = STRIDE * (group >= 0 ? group : this.open(slot));
        if (sums[visitOffset + LATEST] === mark) continue;
        slot = midnight + (hour[first] as number);
        group = (groupOf[slot] as number) - 1;
        offset = STRIDE * (group >= 0 ? group : this.open(slot));
        if ((sums[offset + LATEST] as number) < 2 * first + 2) {
          sums[offset + LATEST] = 2 * first + 2;
          sums[offset] = (sums[offset] as number) + 1;
        }
        offset = visitOffset;
        sums[offset + LATEST] = mark;
        sums[offset + 1] = (sums[offset + 1] as number) + 1;
        sums[offset + 4] = (sums[offset + 4] as number) + (records[record + 4] as number);
        sums[offset + 5] = (sums[offset + 5] as number) + (records[record + 5] as number);
        sums[offset + 6] = (sums[offset + 6] as number) + (records[record + 6] as number);
      }
    }
  }
}

function addAmount(sums: Float64Array, offset: number, { ids, high, low }: Amounts, hit: number): void {
  const value = ids[hit] as number;
  sums[offset + AMOUNT_HIGH] = (sums[offset + AMOUNT_HIGH] as number) + (high[value] as number);
  sums[offset + AMOUNT_LOW] = (sums[offset + AMOUNT_LOW] as number) + (low[value] as number);
}
