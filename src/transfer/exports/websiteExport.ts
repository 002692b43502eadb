import type { AuthDeps } from '../../auth/context.ts';
import { authorize, can } from '../../auth/permissions.ts';
import type { Viewer } from '../../auth/viewer.ts';
import type { Website } from '../../generated/prisma/client.ts';
import { parseExport } from './input.ts';
import { readAbout } from './settings.ts';
import type { ExportRequest } from './write.ts';

interface ExportContext extends Pick<AuthDeps, 'db' | 'now'> {
  viewer: Viewer;
}

/**
 * Prepares the export of a website.
 * @param args `from`, `to` and `format`; not validated yet.
 * @throws AppError `invalid`; `forbidden` or `not_found` unless the viewer may read all of its statistics: a
 *   key that is limited to a segment, a shared link and visitors of a public page may not.
 */
export async function prepareExport(
  website: Website | null,
  args: object,
  { db, now, viewer }: ExportContext,
): Promise<ExportRequest> {
  const found = authorize(viewer, 'export', website);
  const { format, range, days } = parseExport(args);
  const at = now();
  const withSettings = can(viewer, 'readSettings', found);
  const about = await readAbout(found, { ...range, withSettings }, db, at);
  return { websiteId: found.id, ...days, format, now: at, about };
}
