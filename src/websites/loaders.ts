import type { Database } from '../db/database.ts';
import { annotationsLoader } from './annotations/loaders.ts';
import type { WebsiteLoaders } from './context.ts';
import { dropLoader, spamDomainLoader } from './dropLoader.ts';
import { ENTITIES } from './entities.ts';
import type { Entity, WebsiteRow } from './entity.ts';
import { rowLoader, rowsOfWebsiteLoader } from './ofWebsite.ts';

const forEach = (create: (entity: Entity<WebsiteRow>) => object) =>
  Object.fromEntries(Object.entries(ENTITIES).map(([name, entity]) => [name, create(entity as never)]));

/** Creates the DataLoaders of what belongs to a website. */
export const createRowLoaders = (
  db: Pick<Database, 'read' | 'dialect'>,
): Omit<WebsiteLoaders, 'website' | 'websiteByTrackingId'> => ({
  rows: forEach((entity) => rowLoader(db, entity)) as WebsiteLoaders['rows'],
  rowsOfWebsite: forEach((entity) => rowsOfWebsiteLoader(db, entity)) as WebsiteLoaders['rowsOfWebsite'],
  annotations: annotationsLoader(db),
  drops: dropLoader(db),
  spamDomains: spamDomainLoader(db),
});
