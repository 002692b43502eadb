import { MAX_SEGMENTS } from '../../websites/entities.ts';
import { createSegment, deleteSegment, updateSegment } from '../../websites/segments/changes.ts';
import { listSegments } from '../../websites/segments/read.ts';
import { builder } from './builder.ts';
import { FilterInput } from './filter.ts';
import { segmentId, websiteId } from './ids.ts';
import { outcome, withUserErrors } from './userErrors.ts';
import { WebsiteRef } from './website.ts';

export const SegmentRef = builder.prismaNode('Segment', {
  description: 'A saved filter of a website.',
  id: { field: 'id', description: 'Opaque global id, valid as an argument of `node` and `Website.period`.' },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Id of the segment on the command line.' }),
    name: t.exposeString('name', {
      description: 'Name of the segment; unique for its website, regardless of case.',
    }),
    filter: t.exposeString('filter', {
      description:
        'The filter as a JSON text. Parsed, it is a valid `FilterInput`, as it was given to ' +
        '`createSegment` or `updateSegment`.',
    }),
    website: t.field({
      type: WebsiteRef,
      nullable: true,
      description: 'The website of the segment.',
      resolve: ({ websiteId: id }, _args, { loaders }) => loaders.website.load(id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the segment was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time when the name or the filter was last changed.',
    }),
  }),
});

builder.objectField(WebsiteRef, 'segments', (t) =>
  t.field({
    type: [SegmentRef],
    nullable: true,
    authScopes: (website) => ({ segments: website }),
    unauthorizedResolver: () => null,
    cost: { points: 20, times: MAX_SEGMENTS },
    description:
      'Saved filters of the website, ordered by name. An API key that is limited to a segment sees only ' +
      'that one. Null unless the viewer is in the website’s team and may read its statistics.',
    resolve: (website, _args, context) => listSegments(website, context),
  }),
);

const CreateInput = builder.inputType('CreateSegmentInput', {
  description: `A filter to save. A website has at most ${MAX_SEGMENTS} segments.`,
  fields: (t) => ({
    websiteId: t.id({ required: true, description: 'Id of the website.' }),
    name: t.string({
      required: true,
      description: 'Name of the segment: 1 to 100 characters, unique for the website regardless of case.',
    }),
    filter: t.field({
      type: FilterInput,
      required: true,
      description: 'The filter, with at least one condition; at most 16,384 characters long as JSON.',
    }),
  }),
});

const UpdateInput = builder.inputType('UpdateSegmentInput', {
  description: 'Changes of a segment. Omitted fields stay unchanged.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the segment to change.' }),
    name: t.string({ description: 'New name, under the rules of `createSegment`.' }),
    filter: t.field({
      type: FilterInput,
      description:
        'New filter, which replaces the old one. API keys and shared links that are limited to the segment ' +
        'use it at once.',
    }),
  }),
});

const DeleteInput = builder.inputType('DeleteSegmentInput', {
  description: 'A segment to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the segment to delete.' }) }),
});

const segment = { name: 'segment', description: 'The segment that was created, changed or deleted.' };
const RIGHTS = 'Requires the scopes `WEBSITES_WRITE` and `STATS_READ`.';

builder.mutationFields((t) => ({
  createSegment: t.field({
    cost: 500,
    type: SegmentRef,
    description: `Saves a filter of a website under a name. ${RIGHTS}`,
    errors: outcome('CreateSegment', 'The segment was created.', segment),
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The segment to create.' }) },
    resolve: (_root, { input: { websiteId: id, name, filter } }, context) =>
      withUserErrors(() => createSegment({ website_id: websiteId(id), name, filter }, context)),
  }),
  updateSegment: t.field({
    cost: 500,
    type: SegmentRef,
    description: `Changes the name or the filter of a segment. ${RIGHTS}`,
    errors: outcome('UpdateSegment', 'The segment was changed.', segment),
    args: {
      input: t.arg({ type: UpdateInput, required: true, description: 'The segment and its new values.' }),
    },
    resolve: (_root, { input: { id, ...changes } }, context) =>
      withUserErrors(() => updateSegment(segmentId(id), changes, context)),
  }),
  deleteSegment: t.field({
    cost: 500,
    type: SegmentRef,
    description:
      'Deletes a segment, with the revoked and expired API keys and the expired shared links that were ' +
      'limited to it. A segment to which a valid API key or shared link is limited cannot be deleted. ' +
      RIGHTS,
    errors: outcome(
      'DeleteSegment',
      'The segment was deleted; the field `segment` contains its last state.',
      segment,
    ),
    args: { input: t.arg({ type: DeleteInput, required: true, description: 'The segment to delete.' }) },
    resolve: (_root, { input: { id } }, context) =>
      withUserErrors(() => deleteSegment(segmentId(id), context)),
  }),
}));
