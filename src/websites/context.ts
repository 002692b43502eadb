import type DataLoader from 'dataloader';
import type { AuthContext } from '../auth/context.ts';
import type { Annotation, Website } from '../generated/prisma/client.ts';
import type { AnnotationQuery } from './annotations/loaders.ts';
import type { WebsiteDeletion } from './deletion.ts';
import type { DroppedDomain, DropQuery, DropRow } from './dropLoader.ts';
import type { EntityName, LoadedRow, StoredRow } from './entities.ts';

/** What the resolvers of websites, and of what belongs to one, need beside their arguments. */
export interface WebsiteContext extends AuthContext {
  loaders: AuthContext['loaders'] & WebsiteLoaders;
  /** Must be called after a change of a website, so that tracking uses the new settings. */
  websiteChanged: () => void;
  /** Deletes the rows of large websites that were deleted; commands leave that to a server. */
  deletion?: Pick<WebsiteDeletion, 'start'>;
}

/** What adding a row to a website needs: a part of {@link WebsiteContext}, which imports have as well. */
export interface NewRowContext extends Pick<AuthContext, 'db' | 'viewer' | 'now'> {
  loaders: Pick<WebsiteLoaders, 'website' | 'rows' | 'rowsOfWebsite' | 'annotations'>;
}

/** The DataLoaders of websites and of what belongs to one. */
export interface WebsiteLoaders {
  website: DataLoader<number, Website | null>;
  websiteByTrackingId: DataLoader<string, Website | null>;
  drops: DataLoader<DropQuery, DropRow[], string>;
  spamDomains: DataLoader<DropQuery, DroppedDomain[], string>;
  /** What belongs to a website, by type and id. */
  rows: { [Name in EntityName]: DataLoader<number, LoadedRow<Name> | null> };
  /** The same by the website's id, in the order of the type, as they are stored. */
  rowsOfWebsite: { [Name in EntityName]: DataLoader<number, StoredRow<Name>[]> };
  annotations: DataLoader<AnnotationQuery, Annotation[], string>;
}
