import type { ActionName } from '../auth/permissions.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { Prisma, Website } from '../generated/prisma/client.ts';

/** A row that belongs to a website. */
export interface WebsiteRow {
  id: number;
  websiteId: number;
}

/** A kind of rows that belong to a website. Each is one entry of `entities.ts`. */
export interface Entity<Row extends WebsiteRow, Loaded extends Row = Row> {
  /** What a row is called in messages. */
  noun: string;
  /** Its model in Prisma's client. */
  model: Uncapitalize<Prisma.ModelName>;
  /** The rows of a website have this order. */
  orderBy: { [Column in keyof Row]?: 'asc' };
  /** Maximum number of rows of a website. */
  limit: number;
  /** The error for one row more; the field of the input that has it. */
  tooMany: Record<string, string[]>;
  /** The error for a name that another row of the website has, if names are unique. */
  taken?: string;
  /** What a viewer must be allowed to do with the website to create a row, and to change one. */
  create: readonly ActionName[];
  change: readonly ActionName[];
  /** Whether a viewer sees a row. */
  isVisible(viewer: Viewer, row: Row, website: Website): boolean;
  /**
   * Turns a stored row into the form that resolvers receive.
   * @throws Error if the stored values are not valid.
   */
  load(row: Row): Loaded;
}
