import type { SkipReason } from './skipReasons.ts';
import type { SourceName } from './sourceNames.ts';

/**
 * The records into which every source of an import is read. A source only translates: it decides which rows
 * of a file are pageviews and events of people, and takes texts as the file has them. The import applies the
 * rules for live hits to them.
 */

/** A file of an import on disk. Standard input and uploads are stored first, because a file is read twice. */
export interface SourceFile {
  /** The name that people know it by, without folders. */
  name: string;
  path: string;
}

/** A campaign parameter or click id that the file states apart from the address of the page. */
export type RecordTag = 'campaign' | 'utm_source' | 'utm_medium' | 'utm_term' | 'utm_content' | 'clickId';

/** One pageview or event. Empty texts are unknown. */
export interface HitRecord {
  kind: 'hit';
  /** The number of its line or record in its file, from 1. */
  line: number;
  /** Unix milliseconds. */
  at: number;
  /**
   * The full address of the page, or its path with the query if the file states no host. A text that begins
   * with `/` is always a path: `//a` is no host.
   */
  page: string;
  /** An address or a host. */
  referrer: string;
  /** The source's id of the visitor or visit. Empty if address and User-Agent identify the visitor. */
  visitor: string;
  /** The IP address; only used to find the visitor, place and exclusions, and never stored. */
  address: string;
  userAgent: string;
  /** As `navigator.language` or `Accept-Language`. */
  language: string;
  /** As `1920x1080`. */
  resolution: string;
  /** Names as Footfall counts them, for files without User-Agents. */
  client?: { browser: string; os: string; device: string };
  /** For files without addresses. `country` is an ISO 3166-1 alpha-2 code, the others are names. */
  place?: { country: string; region: string; city: string };
  tags?: Partial<Record<RecordTag, string>>;
  /** The event as the field `event` of a hit (docs/tracking.md); absent for a pageview. */
  event?: unknown;
  /** The properties of a pageview. */
  properties?: Record<string, unknown>;
}

/** The dimensions of {@link TotalRecord}; `total` for the sums of a day. */
export type TotalDimension =
  | 'total'
  | 'hour_of_day'
  | 'page'
  | 'landing_page'
  | 'exit_page'
  | 'host'
  | 'event'
  | 'referrer'
  | 'source'
  | 'channel'
  | 'campaign'
  | 'utm_source'
  | 'utm_medium'
  | 'utm_term'
  | 'utm_content'
  | 'country'
  | 'city'
  | 'language'
  | 'browser'
  | 'os'
  | 'device'
  | 'resolution';

/**
 * The sums of a day for one value of a dimension, from a source that has no single hits. Several records of
 * one day, dimension and value add up.
 */
export interface TotalRecord {
  kind: 'total';
  line: number;
  /** A local day of the website, such as 20261121. */
  day: number;
  dimension: TotalDimension;
  /** The value as Footfall counts it: a path, a host, `City, Region, CC`, `09`. Empty for `total`. */
  value: string;
  /** Sums. Undefined if the file does not state them. */
  visitors?: number;
  visits?: number;
  pageviews?: number;
  events?: number;
  bounces?: number;
  /** The sum of the durations of the visits, in seconds. */
  duration?: number;
}

/** A row that is no pageview and no event of a person, or that cannot be read. */
export interface SkippedRecord {
  kind: 'skipped';
  line: number;
  reason: SkipReason;
  /** What is wrong and what would be right, for `unreadable` rows. Never contains an address of a person. */
  message?: string;
}

/** A row by the columns of its table, without the website. 64-bit integers are decimal digits. */
export type OwnRow = Readonly<Record<string, string | number | null>>;

/**
 * Visits and hits of one day as Footfall stores them, from an export of Footfall. The days ascend. A large
 * day has several records: first those with its visits, then those with its hits.
 */
export interface RowsRecord {
  kind: 'rows';
  /** The number of the first of these rows in its file, from 1. */
  line: number;
  /** Such as 20261121. */
  day: number;
  /** Rows of `Visit` and `Hit` (db/sql/tables.ts). */
  visits: readonly OwnRow[];
  hits: readonly OwnRow[];
}

/** Counts of dropped hits, rows of `Drop`. */
export interface DropsRecord {
  kind: 'drops';
  line: number;
  drops: readonly OwnRow[];
}

/**
 * What an export of Footfall says of the website besides its rows (exports/settings.ts), before all rows. It
 * is not validated. Filters name goals by the ids in the export.
 */
export interface SettingsRecord {
  kind: 'settings';
  line: number;
  website: Readonly<Record<string, unknown>>;
  goals: readonly unknown[];
  funnels: readonly unknown[];
  segments: readonly unknown[];
  annotations: readonly unknown[];
  sharedLinks: readonly unknown[];
}

export type SourceRecord =
  | HitRecord
  | TotalRecord
  | SkippedRecord
  | RowsRecord
  | DropsRecord
  | SettingsRecord;

/** The beginning of a file after decompression, by which its source is recognized. */
export interface Sample {
  /** The names of the files in a zip archive; undefined for a plain file. */
  entries?: readonly string[];
  /** The first 64 KiB, as text. Of a zip archive, of its first file. */
  text: string;
}

export interface ReadOptions {
  /** The website's IANA time zone, for times without an offset. */
  timezone: string;
  /** The folder for temporary files; that of the system by default. */
  folder?: string | undefined;
}

/** A product or format from which statistics are imported. */
export interface Source {
  name: SourceName;
  /** Whether the sample looks like a file of this source. Never throws. */
  detect(sample: Sample): boolean;
  /**
   * Reads a file in batches of some hundred records, in the order of the file. Memory does not grow with it.
   * @throws AppError `invalid` with the line if the file as a whole cannot be used: another format, damaged
   *   or incomplete compression, more than the permitted size.
   */
  read(file: SourceFile, options: ReadOptions): AsyncIterable<readonly SourceRecord[]>;
}
