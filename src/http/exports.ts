import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { Context as KoaContext } from 'koa';
import { requireScope } from '../auth/permissions.ts';
import { AppError } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import type { Context } from '../request/context.ts';
import { exportFileName } from '../transfer/exports/input.ts';
import { prepareExport } from '../transfer/exports/websiteExport.ts';
import { allowEndless } from './connections.ts';

/** The media type of exports. */
export const ZIP = 'application/zip';

/** An export that a response sends. */
export interface SentExport {
  /** The name under which browsers save it. */
  name: string;
  /** Null for HEAD. */
  stream: Readable | null;
}

/**
 * Starts the export of a website for a response. It ends when the client disconnects.
 * @param args as for `prepareExport`, with its errors.
 * @throws AppError `unauthenticated` or `forbidden`; `too_many_requests` as `Exports.start`.
 */
export async function startExport(
  ctx: KoaContext,
  website: Website | null,
  args: object,
  context: Context,
): Promise<SentExport> {
  const { teamId } = requireScope(context.viewer, 'stats:read');
  const request = await prepareExport(website, args, context);
  const name = exportFileName(website?.domain ?? '', request.format, request.now);
  if (ctx.method === 'HEAD') return { name, stream: null };
  if (!context.exports) throw new AppError('unavailable', 'Exports are not available here.');
  const stream = context.exports.start(request, teamId);
  // Until the first byte, an error can still be reported by its status.
  await once(stream, 'readable');
  // The export has a time limit of its own.
  allowEndless(ctx.res);
  return { name, stream };
}
