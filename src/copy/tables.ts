import type { ColumnType } from '../db/dialect.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { modelTable } from './models.ts';
import { rowTable } from './rows.ts';
import type { CopiedTable } from './table.ts';

/** Every column of a table: one that schema.prisma has and this lacks does not compile. */
type All<Column extends string> = Record<Column, ColumnType>;

const drop: All<Prisma.DropScalarFieldEnum> = {
  websiteId: 'INTEGER',
  day: 'INTEGER',
  reason: 'TEXT',
  count: 'BIGINT',
};

const stat: All<Prisma.StatScalarFieldEnum> = {
  websiteId: 'INTEGER',
  name: 'TEXT',
  period: 'INTEGER',
  value: 'TEXT',
  count: 'BIGINT',
};

const visit: All<Prisma.VisitScalarFieldEnum> = {
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
};

const hit: All<Prisma.HitScalarFieldEnum> = {
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
};

/** Every table of schema.prisma, in an order in which no row comes before one that it refers to. */
const BY_NAME: Record<Prisma.ModelName, CopiedTable> = {
  Account: modelTable('Account', 'id'),
  Website: modelTable('Website', 'id'),
  ApiKey: modelTable('ApiKey', 'id'),
  Salt: modelTable('Salt', 'day'),
  Setting: modelTable('Setting', 'key'),
  Lease: modelTable('Lease', 'name'),
  Drop: rowTable('Drop', drop, ['websiteId', 'day', 'reason']),
  Stat: rowTable('Stat', stat, ['websiteId', 'name', 'period', 'value']),
  Visit: rowTable('Visit', visit, ['websiteId', 'day', 'visitor', 'number']),
  Hit: rowTable('Hit', hit, ['websiteId', 'id']),
};

export const TABLES: readonly CopiedTable[] = Object.values(BY_NAME);

/** Tables whose ids the database gives. */
export const NUMBERED = ['Account', 'Website', 'ApiKey'] as const satisfies Prisma.ModelName[];

/** Tables in which only what somebody registered, or visitors did, leaves rows. */
export const DATA: readonly Prisma.ModelName[] = [...NUMBERED, 'Drop', 'Stat', 'Visit', 'Hit'];

/** Tables that a server fills by itself when it is started on an empty database. */
export const OF_THE_SERVER: readonly Prisma.ModelName[] = ['Salt', 'Setting', 'Lease'];
