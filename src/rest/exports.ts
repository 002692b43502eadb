import { once } from 'node:events';
import { requireScope } from '../auth/permissions.ts';
import { AppError } from '../errors.ts';
import { allowEndless } from '../http/connections.ts';
import { exportFileName } from '../transfer/exports/input.ts';
import { prepareExport } from '../transfer/exports/websiteExport.ts';
import { RestFile, type RestRoute } from './route.ts';

const ZIP = 'application/zip';

/** The route that exports a website. */
export const EXPORT_ROUTES: readonly RestRoute[] = [
  {
    path: '/export/{id}',
    operations: { get: 'exportWebsite' },
    tag: 'Websites',
    summary: 'Export a website',
    description:
      'Returns everything that is stored of a website as a zip archive: every hit and visit, the totals of ' +
      'days, dropped hits, goals, funnels, segments and annotations, and with the scope `websites:read` ' +
      'its settings. An account has one export at a time.',
    scope: 'stats:read',
    further: ', and an API key that is not limited to a segment',
    query: ['ExportFrom', 'ExportTo', 'ExportFormat'],
    status: 200,
    answers: 'The archive. If it ends early, the connection is closed, and the archive is incomplete.',
    schema: null,
    files: [ZIP],
    errors: ['NotFound', 'Invalid'],
    async run({ id, query, context, ctx }) {
      const { accountId } = requireScope(context.viewer, 'stats:read');
      const website = await context.loaders.website.load(id);
      const request = await prepareExport(website, query, context);
      const name = exportFileName(website?.domain ?? '', request.format, request.now);
      if (ctx.method === 'HEAD') return new RestFile(ZIP, null, name);
      if (!context.exports) throw new AppError('unavailable', 'Exports are not available here.');
      const stream = context.exports.start(request, accountId);
      // Until the first byte, an error can still be reported by its status.
      await once(stream, 'readable');
      // The export has a time limit of its own.
      allowEndless(ctx.res);
      return new RestFile(ZIP, stream, name);
    },
  },
];
