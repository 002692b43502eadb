import type { DayColumns, Integers, TextColumn } from '../chunks/columns.ts';
import {
  ANALYSIS_DIMENSIONS,
  type FilterDimension,
  VISIT_DIMENSIONS,
  type VisitDimension,
} from '../dimensions.ts';

/**
 * An estimate of the memory of a text besides its characters: the string, and its entries in list and map.
 */
const TEXT_OVERHEAD = 100;

/** Numbers distinct texts from 0. */
export class Dictionary {
  readonly texts: string[] = [];
  private readonly ids = new Map<string, number>();
  /** The estimated memory in bytes. */
  bytes = 0;

  idOf(text: string): number {
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
  texts: Uint32Array;
  ids: Integers;
}

/** A day, or the small days of a month together, whose texts are ids. */
export interface InternedDay extends Omit<DayColumns, 'dimensions' | 'page' | 'event'> {
  dimensions: Readonly<Record<VisitDimension, InternedColumn>>;
  page: InternedColumn;
  event: InternedColumn;
  /** By visit: its day, in ascending order; null for a single day. */
  days: Uint32Array | null;
}

/**
 * Gives the texts of a website ids that are the same on all days. It only grows, so the owner replaces it
 * when `bytes` gets too large, together with the days that it interned.
 */
export class Interner {
  private readonly dictionaries = new Map<FilterDimension | 'path', Dictionary>();

  /** The estimated memory of the texts in bytes. */
  get bytes(): number {
    return [...this.dictionaries.values()].reduce((total, { bytes }) => total + bytes, 0);
  }

  /** The dictionary of a dimension. Those of paths share one. */
  dictionary(dimension: FilterDimension): Dictionary {
    const key = ANALYSIS_DIMENSIONS[dimension].path ? 'path' : dimension;
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
   */
  intern(day: DayColumns, days: Uint32Array | null = null): InternedDay {
    const dimensions = VISIT_DIMENSIONS.map((name) => [name, this.column(name, day.dimensions[name])]);
    return {
      ...day,
      days,
      dimensions: Object.fromEntries(dimensions) as Record<VisitDimension, InternedColumn>,
      page: this.column('page', day.page),
      event: this.column('event', day.event),
    };
  }

  private column(dimension: FilterDimension, { values, ids }: TextColumn): InternedColumn {
    const dictionary = this.dictionary(dimension);
    return { texts: Uint32Array.from(values, (text) => dictionary.idOf(text)), ids };
  }
}
