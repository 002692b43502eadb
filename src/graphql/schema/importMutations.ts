import { startImport, undoWebsiteImport } from '../../transfer/uploads/changes.ts';
import { builder } from './builder.ts';
import { importId } from './ids.ts';
import { ImportRef } from './import.ts';
import { outcome, withUserErrors } from './userErrors.ts';

const StartInput = builder.inputType('StartImportInput', {
  description: 'An import to start. Its state must be `READY`.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the import to start.' }),
    untilOwnHits: t.boolean({
      description:
        'Whether the import ends before the first own hit (`ownHitsFrom`); false by default. Must be true ' +
        'if there is one.',
    }),
  }),
});

const UndoInput = builder.inputType('UndoImportInput', {
  description: 'An import to undo, to stop or to discard.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the import.' }) }),
});

const data = { name: 'import', description: 'The import in its new state.' };
const RIGHTS = 'Requires the scope `WEBSITES_WRITE`.';

builder.mutationFields((t) => ({
  startImport: t.field({
    cost: 500,
    type: ImportRef,
    description:
      'Starts an import that has been previewed. Its files are uploaded with the REST API, to ' +
      `\`POST /api/v1/imports/{id}\`. ${RIGHTS}`,
    errors: outcome('StartImport', 'The import was started.', data),
    args: { input: t.arg({ type: StartInput, required: true, description: 'The import to start.' }) },
    resolve: (_root, { input: { id, untilOwnHits } }, context) =>
      withUserErrors(() => startImport(importId(id), { until_own_hits: untilOwnHits }, context)),
  }),
  undoImport: t.field({
    cost: 500,
    type: ImportRef,
    description:
      'Undoes an import: afterwards, every number is as before it. An import that is running is stopped; ' +
      `one that was not started or failed is discarded. ${RIGHTS}`,
    errors: outcome('UndoImport', 'The import is being undone, or was.', data),
    args: { input: t.arg({ type: UndoInput, required: true, description: 'The import to undo.' }) },
    resolve: (_root, { input: { id } }, context) =>
      withUserErrors(() => undoWebsiteImport(importId(id), context)),
  }),
}));
