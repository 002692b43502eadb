import { isBound } from '../auth/viewer.ts';
import type { Import } from '../generated/prisma/client.ts';
import { withUpload } from '../http/connections.ts';
import { importRecord } from '../transfer/imports/record.ts';
import { startImport, undoWebsiteImport } from '../transfer/uploads/changes.ts';
import type { ImportContext } from '../transfer/uploads/context.ts';
import {
  importInPath,
  listWebsiteImports,
  progressOfImport,
  websiteWithImports,
} from '../transfer/uploads/read.ts';
import { uploadFile } from '../transfer/uploads/upload.ts';
import { websiteToChange } from '../websites/ofWebsite.ts';
import { oneOf, pageOf } from './openapi/schemas.ts';
import { pageBody } from './pages.ts';
import type { RestRoute } from './route.ts';

const read = { tag: 'Imports', scope: 'websites:read', status: 200 } as const;
const change = { tag: 'Imports', scope: 'websites:write' } as const;
const schema = oneOf('One import.', 'ImportRecord');

/** The REST representation of an import. A key that is bound to a website does not learn who started it. */
const recordOf = (row: Import, context: ImportContext) => ({
  ...importRecord(row),
  ...(isBound(context.viewer) && { started_by: null }),
  progress: progressOfImport(row, context),
});

/** The path to which a page of this server uploads files with its session: GraphQL cannot receive them. */
export const isUploadPath = (method: string, path: string): boolean =>
  method === 'POST' && /^\/api\/v1\/imports\/\d{1,10}$/.test(path);

/** The routes of imports, by the id of their website. */
export const IMPORT_ROUTES: readonly RestRoute[] = [
  {
    ...read,
    path: '/imports/{id}',
    operations: { get: 'listImports' },
    summary: 'List imports',
    description: 'Lists the imports of a website, the newest first.',
    query: ['PerPage', 'Page'],
    answers: 'A page of imports.',
    schema: pageOf('A page of imports.', 'ImportRecord'),
    errors: ['NotFound', 'Invalid'],
    async run({ id, query, context, baseUrl, ctx }) {
      const page = await listWebsiteImports(await websiteWithImports(id, context), query, context);
      return pageBody(ctx, baseUrl, page, (row) => recordOf(row, context));
    },
  },
  {
    ...change,
    path: '/imports/{id}',
    operations: { post: 'uploadImport' },
    summary: 'Upload a file to import',
    description:
      'Stores the body as a file, and reads it for a preview: the state becomes `ready`, or `failed`. ' +
      'Nothing is imported yet. A website has one import at a time that is not finished; one that is not ' +
      'started within 24 hours is discarded.',
    query: ['ImportSource', 'ImportFileName', 'ImportOfFile'],
    upload:
      'The content of the file: plain, or compressed by gzip, zstd or zip. The content type is ignored.',
    status: 201,
    answers: 'The import, whose state is `reading`.',
    schema,
    errors: ['NotFound', 'UploadTooLarge', 'Invalid'],
    async run({ id, query, context, ctx }) {
      const { req, res } = ctx;
      // Otherwise, an error would close the connection before its response is sent.
      const bytes = req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
      const row = await withUpload(res, () =>
        uploadFile(id, query, { bytes, length: ctx.request.length }, context),
      );
      return { data: recordOf(row, context) };
    },
  },
  {
    ...read,
    path: '/imports/{id}/{import}',
    operations: { get: 'showImport' },
    summary: 'Show an import',
    description: 'Returns one import with its preview, progress or result.',
    answers: 'The import.',
    schema,
    errors: ['NotFound'],
    async run({ id, import: asked, context }) {
      const row = await importInPath(await websiteWithImports(id, context), asked, context);
      return { data: recordOf(row, context) };
    },
  },
  {
    ...change,
    path: '/imports/{id}/{import}/start',
    operations: { post: 'startImport' },
    summary: 'Start an import',
    description: 'Stores an import whose state is `ready`. Statistics contain all of it once it is `done`.',
    body: {
      fields: ['until_own_hits'],
      schema: 'ImportStart',
      required: false,
      example: { until_own_hits: true },
    },
    status: 200,
    answers: 'The import, whose state is `running`.',
    schema,
    errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType', 'Invalid'],
    async run({ id, import: asked, body, context }) {
      const { id: found } = await importInPath(await websiteToChange(id, context), asked, context);
      return { data: recordOf(await startImport(found, body, context), context) };
    },
  },
  {
    ...change,
    path: '/imports/{id}/{import}',
    operations: { delete: 'undoImport' },
    summary: 'Undo or discard an import',
    description:
      'Undoes an import: afterwards, every number is as before it. One that is running is stopped, and one ' +
      'that was not started or failed is discarded.',
    status: 200,
    answers: 'The import in its new state: `undoing` until all of its rows are deleted, or `undone`.',
    schema,
    errors: ['NotFound', 'Invalid'],
    async run({ id, import: asked, context }) {
      const { id: found } = await importInPath(await websiteToChange(id, context), asked, context);
      return { data: recordOf(await undoWebsiteImport(found, context), context) };
    },
  },
];
