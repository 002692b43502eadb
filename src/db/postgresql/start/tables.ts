import type { TableName } from '../../sql/tables.ts';

/** If schema.prisma has a table that is missing here, the code does not compile. */
const ALL: Readonly<Record<TableName, true>> = {
  Account: true,
  Session: true,
  SecurityEvent: true,
  ApiKey: true,
  Website: true,
  Segment: true,
  SharedLink: true,
  Annotation: true,
  WebsiteChange: true,
  Report: true,
  Stat: true,
  Visit: true,
  PendingDay: true,
  Chunk: true,
  Hit: true,
  HitId: true,
  WebsiteLock: true,
  Drop: true,
  Salt: true,
  Setting: true,
  Lease: true,
};

/** The names of all tables of Footfall. The generated client has them, too, but takes long to load. */
export const TABLES = Object.keys(ALL);
