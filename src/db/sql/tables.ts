import type { Prisma } from '../../generated/prisma/client.ts';
import type { ColumnsOf } from './dialect.ts';

export type TableName = Prisma.ModelName;

/** The tables that derive from others. They can be emptied at any time. */
export const DERIVED = ['Chunk', 'MonthSums'] as const satisfies TableName[];
export type DerivedName = (typeof DERIVED)[number];
export const isDerived = (name: TableName): name is DerivedName =>
  (DERIVED as readonly TableName[]).includes(name);

/** A table of many rows, which is written in SQL. Both databases store its columns in the same way. */
export interface Table<Column extends string = string> {
  name: Exclude<TableName, DerivedName>;
  /** All columns. If schema.prisma has a column that is missing here, the code does not compile. */
  columns: ColumnsOf<Column>;
  /** The columns of the primary key, in the order of its index. */
  key: readonly Column[];
}

export const DROP: Table<Prisma.DropScalarFieldEnum> = {
  name: 'Drop',
  columns: { websiteId: 'INTEGER', day: 'INTEGER', reason: 'TEXT', count: 'BIGINT' },
  key: ['websiteId', 'day', 'reason'],
};

export const HIT_ID: Table<Prisma.HitIdScalarFieldEnum> = {
  name: 'HitId',
  columns: { websiteId: 'INTEGER', day: 'INTEGER', at: 'BIGINT', id: 'BIGINT' },
  key: ['websiteId', 'day', 'at', 'id'],
};

/** The column that storing hits needs; the other has a default value. */
export const WEBSITE_LOCK = {
  name: 'WebsiteLock',
  columns: { websiteId: 'INTEGER' },
  key: ['websiteId'],
} as const satisfies Table<'websiteId'>;

export const DAY_TOTAL: Table<Prisma.DayTotalScalarFieldEnum> = {
  name: 'DayTotal',
  columns: {
    websiteId: 'INTEGER',
    day: 'INTEGER',
    visitors: 'BIGINT',
    visits: 'BIGINT',
    pageviews: 'BIGINT',
    events: 'BIGINT',
    bounces: 'BIGINT',
    duration: 'BIGINT',
    revision: 'BIGINT',
  },
  key: ['websiteId', 'day'],
};

export const VISIT: Table<Prisma.VisitScalarFieldEnum> = {
  name: 'Visit',
  columns: {
    websiteId: 'INTEGER',
    day: 'INTEGER',
    visitor: 'BIGINT',
    number: 'INTEGER',
    hour: 'INTEGER',
    startedAt: 'BIGINT',
    lastAt: 'BIGINT',
    path: 'TEXT',
    referrer: 'TEXT',
    campaign: 'TEXT',
    browser: 'TEXT',
    os: 'TEXT',
    device: 'TEXT',
    language: 'TEXT',
    resolution: 'TEXT',
    continent: 'TEXT',
    country: 'TEXT',
    city: 'TEXT',
    source: 'TEXT',
    channel: 'TEXT',
    utm_source: 'TEXT',
    utm_medium: 'TEXT',
    utm_term: 'TEXT',
    utm_content: 'TEXT',
    clickId: 'TEXT',
    pageviews: 'INTEGER',
    events: 'INTEGER',
    exitPath: 'TEXT',
    exitId: 'BIGINT',
  },
  key: ['websiteId', 'day', 'visitor', 'number'],
};

export const PENDING_DAY: Table<Prisma.PendingDayScalarFieldEnum> = {
  name: 'PendingDay',
  columns: { websiteId: 'INTEGER', day: 'INTEGER' },
  key: ['websiteId', 'day'],
};

export const HIT: Table<Prisma.HitScalarFieldEnum> = {
  name: 'Hit',
  columns: {
    websiteId: 'INTEGER',
    id: 'BIGINT',
    day: 'INTEGER',
    visitor: 'BIGINT',
    visit: 'INTEGER',
    at: 'BIGINT',
    hour: 'INTEGER',
    path: 'TEXT',
    event: 'TEXT',
    value: 'DOUBLE PRECISION',
    unit: 'TEXT',
    host: 'TEXT',
    properties: 'TEXT',
    amount: 'BIGINT',
    currency: 'TEXT',
  },
  key: ['websiteId', 'id'],
};

export const IMPORTED_SUM: Table<Prisma.ImportedSumScalarFieldEnum> = {
  name: 'ImportedSum',
  columns: {
    websiteId: 'INTEGER',
    day: 'INTEGER',
    dimension: 'TEXT',
    value: 'TEXT',
    importId: 'INTEGER',
    visitors: 'BIGINT',
    visits: 'BIGINT',
    pageviews: 'BIGINT',
    events: 'BIGINT',
    bounces: 'BIGINT',
    duration: 'BIGINT',
  },
  key: ['websiteId', 'dimension', 'day', 'value'],
};

/** A table as a whole. */
interface TableEntry {
  /** Its columns, if its rows are many and are written in SQL. */
  rows?: Table;
  /** The primary key of the others, if it is not `id`. */
  key?: string;
  /** Whether the database generates its ids. */
  numbered?: true;
  /** Whether a server fills it by itself when it starts on an empty database. */
  ofServer?: true;
}

const NUMBERED = { numbered: true } as const;

/**
 * All tables of schema.prisma, in the order of foreign keys: a row never refers to a row of a later table. If
 * one is missing here, the code does not compile. The generated client has the names, too, but takes long to
 * load.
 */
export const TABLES: Readonly<Record<TableName, TableEntry>> = {
  Account: NUMBERED,
  Team: NUMBERED,
  Member: NUMBERED,
  Website: NUMBERED,
  WebsiteChange: NUMBERED,
  Session: {},
  AccountToken: {},
  SecondFactor: NUMBERED,
  RecoveryCode: NUMBERED,
  Identity: NUMBERED,
  SecurityEvent: NUMBERED,
  Segment: NUMBERED,
  SharedLink: NUMBERED,
  Annotation: NUMBERED,
  Goal: NUMBERED,
  Funnel: NUMBERED,
  ApiKey: NUMBERED,
  Report: NUMBERED,
  Import: NUMBERED,
  Salt: { key: 'day', ofServer: true },
  Setting: { key: 'key', ofServer: true },
  Lease: { key: 'name', ofServer: true },
  Drop: { rows: DROP },
  DayTotal: { rows: DAY_TOTAL },
  Visit: { rows: VISIT },
  Hit: { rows: HIT },
  HitId: { rows: HIT_ID },
  ImportedSum: { rows: IMPORTED_SUM },
  PendingDay: { rows: PENDING_DAY },
  WebsiteLock: { key: 'websiteId' },
  Chunk: {},
  MonthSums: {},
};
export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

export function columnsOf<Column extends string, Name extends Column>(
  { columns }: Table<Column>,
  ...names: readonly Name[]
): ColumnsOf<Name> {
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as ColumnsOf<Name>;
}
