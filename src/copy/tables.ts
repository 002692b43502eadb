import { DROP, HIT, HIT_ID, PENDING_DAY, STAT, type TableName, VISIT } from '../db/sql/tables.ts';
import { modelTable } from './models.ts';
import { rowTable } from './rows.ts';
import type { CopiedName, CopiedTable } from './table.ts';

/**
 * The copied tables of schema.prisma, in the order of foreign keys: a row never refers to a row that is
 * copied later.
 */
const BY_NAME: Record<CopiedName, CopiedTable> = {
  Account: modelTable('Account', 'id'),
  Website: modelTable('Website', 'id'),
  WebsiteChange: modelTable('WebsiteChange', 'id'),
  Session: modelTable('Session', 'id'),
  SecurityEvent: modelTable('SecurityEvent', 'id'),
  Segment: modelTable('Segment', 'id'),
  SharedLink: modelTable('SharedLink', 'id'),
  Annotation: modelTable('Annotation', 'id'),
  ApiKey: modelTable('ApiKey', 'id'),
  Report: modelTable('Report', 'id'),
  Salt: modelTable('Salt', 'day'),
  Setting: modelTable('Setting', 'key'),
  Lease: modelTable('Lease', 'name'),
  Drop: rowTable(DROP),
  Stat: rowTable(STAT),
  Visit: rowTable(VISIT),
  Hit: rowTable(HIT),
  HitId: rowTable(HIT_ID),
  PendingDay: rowTable(PENDING_DAY),
  WebsiteLock: modelTable('WebsiteLock', 'websiteId'),
};

export const TABLES: readonly CopiedTable[] = Object.values(BY_NAME);

/** Tables whose ids the database generates. */
export const NUMBERED = [
  'Account',
  'Website',
  'Segment',
  'SharedLink',
  'Annotation',
  'ApiKey',
  'Report',
  'SecurityEvent',
  'WebsiteChange',
] as const satisfies TableName[];

/** Tables that stay empty until somebody registers something, or visitors are recorded. */
export const DATA: readonly TableName[] = [
  ...NUMBERED,
  'Drop',
  'Stat',
  'Visit',
  'Hit',
  'HitId',
  'PendingDay',
  'WebsiteLock',
];

/** Tables that a server fills by itself when it starts on an empty database. */
export const OF_THE_SERVER: readonly TableName[] = ['Salt', 'Setting', 'Lease'];

/** Number of rows by table. */
export type Counts = Record<CopiedName, number>;
