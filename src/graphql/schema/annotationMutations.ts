import {
  createAnnotation,
  deleteAnnotation,
  MAX_TEXT,
  updateAnnotation,
} from '../../websites/annotations/changes.ts';
import { MAX_ANNOTATIONS } from '../../websites/entities.ts';
import { AnnotationRef } from './annotation.ts';
import { builder } from './builder.ts';
import { annotationId, websiteId } from './ids.ts';
import { outcome, withUserErrors } from './userErrors.ts';

const TEXT = `Text of the annotation: 1 to ${MAX_TEXT} characters.`;
const PUBLIC = 'Whether everyone who can read the website’s statistics sees the annotation';

const CreateInput = builder.inputType('CreateAnnotationInput', {
  description: `An annotation to add. A website has at most ${MAX_ANNOTATIONS} annotations.`,
  fields: (t) => ({
    websiteId: t.id({ required: true, description: 'Id of the website.' }),
    day: t.field({
      type: 'Date',
      description: 'Day of the annotation; by default the current day in the website’s time zone.',
    }),
    text: t.string({ required: true, description: TEXT }),
    public: t.boolean({ description: `${PUBLIC}; false by default.` }),
  }),
});

const UpdateInput = builder.inputType('UpdateAnnotationInput', {
  description: 'Changes of an annotation. Omitted fields stay unchanged.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the annotation to change.' }),
    day: t.field({ type: 'Date', description: 'New day, in the website’s time zone.' }),
    text: t.string({ description: `New text. ${TEXT}` }),
    public: t.boolean({ description: `${PUBLIC}.` }),
  }),
});

const DeleteInput = builder.inputType('DeleteAnnotationInput', {
  description: 'An annotation to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the annotation to delete.' }) }),
});

const annotation = {
  name: 'annotation',
  description: 'The annotation that was created, changed or deleted.',
};
const RIGHTS = 'Requires the scopes `WEBSITES_WRITE` and `STATS_READ`.';

builder.mutationFields((t) => ({
  createAnnotation: t.field({
    cost: 500,
    type: AnnotationRef,
    description:
      'Adds an annotation to a day of a website. Requires the scope `WEBSITES_WRITE`, ' +
      'so that a deployment script needs no access to statistics.',
    errors: outcome('CreateAnnotation', 'The annotation was created.', annotation),
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The annotation to add.' }) },
    resolve: (_root, { input: { websiteId: id, ...values } }, context) =>
      withUserErrors(() => createAnnotation({ website_id: websiteId(id), ...values }, context)),
  }),
  updateAnnotation: t.field({
    cost: 500,
    type: AnnotationRef,
    description: `Changes the day, text or visibility of an annotation. ${RIGHTS}`,
    errors: outcome('UpdateAnnotation', 'The annotation was changed.', annotation),
    args: {
      input: t.arg({ type: UpdateInput, required: true, description: 'The annotation and its new values.' }),
    },
    resolve: (_root, { input: { id, ...changes } }, context) =>
      withUserErrors(() => updateAnnotation(annotationId(id), changes, context)),
  }),
  deleteAnnotation: t.field({
    cost: 500,
    type: AnnotationRef,
    description: `Deletes an annotation. ${RIGHTS}`,
    errors: outcome(
      'DeleteAnnotation',
      'The annotation was deleted; the field `annotation` contains its last state.',
      annotation,
    ),
    args: { input: t.arg({ type: DeleteInput, required: true, description: 'The annotation to delete.' }) },
    resolve: (_root, { input: { id } }, context) =>
      withUserErrors(() => deleteAnnotation(annotationId(id), context)),
  }),
}));
