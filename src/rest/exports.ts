import { startExport, ZIP } from '../http/exports.ts';
import { RestFile, type RestRoute } from './route.ts';

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
      const website = await context.loaders.website.load(id);
      const { name, stream } = await startExport(ctx, website, query, context);
      return new RestFile(ZIP, stream, name);
    },
  },
];
