import {
  type ColumnDimension,
  dimensionEntry,
  type FilterDimension,
  type HitDimension,
  propertyDimension,
  VISIT_DIMENSIONS,
  type VisitDimension,
} from '../../registry/dimensions.ts';
import { type DayColumns, type DayExtras, type TextColumn, zigzag } from '../chunks/columns.ts';
import { copyNumbers, type Numbers, packTogether } from '../chunks/packed.ts';

/**
 * An estimate of the memory of a text besides its characters: the string, and its entries in list and map.
 */
const TEXT_OVERHEAD = 100;

/** The texts, in bytes, up to which an interner is without indexes: building them again takes some 0.3 ms. */
const MAX_DROPPED = 512 * 1024;

/** Numbers distinct texts from 0. */
export class Dictionary {
  readonly texts: string[] = [];
  /** Null while no new text is expected. */
  private ids: Map<string, number> | null = null;
  /** The estimated memory in bytes. */
  bytes = 0;

  /** Frees the memory of the index; {@link idOf} builds it again. */
  dropIndex(): void {
    this.ids = null;
  }

  idOf(text: string): number {
    this.ids ??= new Map(this.texts.map((known, id) => [known, id]));
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    const id = this.texts.push(text) - 1;
    this.ids.set(text, id);
    this.bytes += TEXT_OVERHEAD + 2 * text.length;
    return id;
  }
}

/** A column of texts whose texts are ids in a dictionary of the website. */
export interface InternedColumn {
  /** By position, as in TextColumn: the id of the text. */
  texts: Numbers;
  ids: Numbers;
}

/** What has texts in the dictionaries of a website; `currency` is that of revenue. */
export type InternedDimension = ColumnDimension | 'currency';

/** The revenue of hits. The value 0 stands for none. */
export interface InternedRevenue {
  /** By hit: the value. */
  ids: Numbers;
  /** By value: the id of its currency. */
  currencies: Numbers;
  /** By value: the amount in ten-thousandths is HIGH times the first, which is `zigzag`, plus the second. */
  high: Numbers;
  low: Numbers;
}

/** What the high part of an amount is multiplied by. Both parts add up exactly for 90 million hits. */
export const HIGH = 100_000_000;

/** The extras of a day whose texts are ids. */
export interface InternedExtras extends Omit<DayExtras<Numbers>, 'properties' | 'revenue'> {
  properties: ReadonlyMap<string, InternedColumn>;
  revenue: InternedRevenue;
}

/** A day, or the small days of a month together, whose texts are ids. */
export interface InternedDay extends Omit<DayColumns<Numbers>, 'dimensions' | HitDimension | 'extras'> {
  dimensions: Readonly<Record<VisitDimension, InternedColumn>>;
  page: InternedColumn;
  event: InternedColumn;
  host: InternedColumn;
  /** Null if no question has needed them yet. */
  extras: InternedExtras | null;
  /** By visit: its day, in ascending order; null for a single day. */
  days: Uint32Array | null;
}

/** A day with its texts, and with their ids. */
export interface Interned {
  columns: DayColumns<Numbers>;
  day: InternedDay;
}

const NO_TEXTS = new Uint32Array(0);

/** Returns the column of a dimension. */
export const columnOf = <Column>(
  day: Record<HitDimension, Column> & { dimensions: Readonly<Record<VisitDimension, Column>> },
  dimension: FilterDimension,
): Column => (isHitDimension(dimension) ? day[dimension] : day.dimensions[dimension]);

const isHitDimension = (name: FilterDimension): name is HitDimension => dimensionEntry(name).level === 'hit';

/** What the integers of a column belong to, one for each. */
type RowKind = 'visits' | 'hits' | 'texts';

/** Copies a day with other columns. */
export function mapNumbers(day: InternedDay, copy: (numbers: Numbers, of: RowKind) => Numbers): InternedDay {
  const column = ({ texts, ids }: InternedColumn, of: RowKind) => ({
    texts: copy(texts, 'texts'),
    ids: copy(ids, of),
  });
  const { extras } = day;
  return {
    ...day,
    extras: extras && {
      start: copy(extras.start, 'visits'),
      offset: copy(extras.offset, 'hits'),
      properties: new Map([...extras.properties].map(([name, own]) => [name, column(own, 'hits')])),
      revenue: {
        ids: copy(extras.revenue.ids, 'hits'),
        currencies: copy(extras.revenue.currencies, 'texts'),
        high: copy(extras.revenue.high, 'texts'),
        low: copy(extras.revenue.low, 'texts'),
      },
    },
    opens: copy(day.opens, 'visits'),
    hour: copy(day.hour, 'visits'),
    duration: copy(day.duration, 'visits'),
    pageviews: copy(day.pageviews, 'visits'),
    events: copy(day.events, 'visits'),
    dimensions: Object.fromEntries(
      Object.entries(day.dimensions).map(([name, of]) => [name, column(of, 'visits')]),
    ) as InternedDay['dimensions'],
    page: column(day.page, 'hits'),
    event: column(day.event, 'hits'),
    host: column(day.host, 'hits'),
    hitHour: copy(day.hitHour, 'hits'),
  };
}

/** Returns a day with all columns in one array, which is as small as possible, and its size in bytes. */
export function packDay(day: InternedDay): { day: InternedDay; bytes: number } {
  const all: Numbers[] = [];
  mapNumbers(day, (numbers) => {
    all.push(numbers);
    return numbers;
  });
  const { bytes, columns } = packTogether(all);
  let next = 0;
  return { day: mapNumbers(day, () => columns[next++] as Numbers), bytes: bytes.length };
}

/**
 * Gives the texts of a website ids that are the same on all days. It only grows, so the owner replaces it
 * when `bytes` gets too large, together with the days that it interned.
 */
export class Interner {
  private readonly dictionaries = new Map<InternedDimension | 'path', Dictionary>();

  /** The estimated memory of the texts in bytes. */
  get bytes(): number {
    return [...this.dictionaries.values()].reduce((total, { bytes }) => total + bytes, 0);
  }

  /**
   * Frees the indexes if they are small, so that it takes little time to build them again for the next day.
   * With many small websites, they take a third of the memory of their texts.
   */
  dropSmallIndexes(): void {
    if (this.bytes > MAX_DROPPED) return;
    for (const dictionary of this.dictionaries.values()) dictionary.dropIndex();
  }

  /** The dictionary of a dimension. Those of paths share one. */
  dictionary(dimension: InternedDimension): Dictionary {
    const key = dimension !== 'currency' && dimensionEntry(dimension).path ? 'path' : dimension;
    let dictionary = this.dictionaries.get(key);
    if (!dictionary) {
      dictionary = new Dictionary();
      this.dictionaries.set(key, dictionary);
    }
    return dictionary;
  }

  /**
   * Replaces the texts of a day by their ids.
   * @param days as `InternedDay.days`.
   * @param before the day as this interner interned it before hits were added. Only the texts that columns
   *   have got since are looked up.
   */
  intern(
    day: DayColumns<Numbers>,
    days: Uint32Array | null = null,
    before: Interned | null = null,
  ): InternedDay {
    const column = (dimension: FilterDimension): InternedColumn => {
      const { values, ids } = columnOf(day, dimension);
      const isSame = before !== null && columnOf(before.columns, dimension).values === values;
      const known = isSame ? columnOf(before.day, dimension).texts : NO_TEXTS;
      return { texts: this.translate(dimension, values, known), ids };
    };
    const dimensions = VISIT_DIMENSIONS.map((name) => [name, column(name)]);
    return {
      ...day,
      days,
      extras: day.extras && this.internExtras(day.extras, before),
      page: column('page'),
      event: column('event'),
      host: column('host'),
      dimensions: Object.fromEntries(dimensions) as Record<VisitDimension, InternedColumn>,
    };
  }

  private internExtras(
    { properties, revenue, ...times }: DayExtras<Numbers>,
    before: Interned | null,
  ): InternedExtras {
    const columns = [...properties].map(([name, { values, ids }]): [string, InternedColumn] => {
      const isSame = before?.columns.extras?.properties.get(name)?.values === values;
      const known = (isSame && before?.day.extras?.properties.get(name)?.texts) || NO_TEXTS;
      return [name, { texts: this.translate(propertyDimension(name), values, known), ids }];
    });
    return { ...times, properties: new Map(columns), revenue: this.internRevenue(revenue) };
  }

  /** Amounts are numbers, not ids: there may be as many different ones as hits. */
  private internRevenue({ values, ids }: TextColumn<Numbers>): InternedRevenue {
    const currencies = new Uint32Array(values.length);
    const high = new Uint32Array(values.length);
    const low = new Uint32Array(values.length);
    const dictionary = this.dictionary('currency');
    for (const [index, value] of values.entries()) {
      const [amount = '', currency = ''] = value.split(' ');
      currencies[index] = dictionary.idOf(currency);
      // The size is less than 10^16, which a number may not hold exactly; its halves it does.
      const size = BigInt(amount);
      const part =
        BigInt.asIntN(64, size) / BigInt(HIGH) - (size < 0n && size % BigInt(HIGH) !== 0n ? 1n : 0n);
      high[index] = zigzag(Number(part));
      low[index] = Number(size - part * BigInt(HIGH));
    }
    return { ids, currencies, high, low };
  }

  /** Returns the ids of texts, of which the first are known. */
  private translate(dimension: ColumnDimension, texts: readonly string[], known: Numbers): Numbers {
    if (known.length === texts.length) return known;
    const dictionary = this.dictionary(dimension);
    const ids = new Uint32Array(texts.length);
    copyNumbers(known, ids);
    for (let index = known.length; index < ids.length; index++)
      ids[index] = dictionary.idOf(texts[index] as string);
    return ids;
  }
}
