import { dayText } from '../../calendar/days.ts';
import { DEFAULT_LAST, listAnnotations } from '../../websites/annotations/read.ts';
import { MAX_ANNOTATIONS } from '../../websites/entities.ts';
import type { Cost } from '../cost/cost.ts';
import { rangeArgs } from './args.ts';
import { builder } from './builder.ts';
import { PeriodRef } from './period.ts';
import { WebsiteRef } from './website.ts';

export const AnnotationRef = builder.prismaNode('Annotation', {
  description: 'A note on a day of a website, such as a deployment or a campaign.',
  id: { field: 'id', description: 'Opaque global id, valid as an argument of `node`.' },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Id of the annotation on the command line.' }),
    day: t.field({
      type: 'Date',
      description: 'Day of the annotation, in the website’s time zone.',
      resolve: ({ day }) => dayText(day),
    }),
    text: t.exposeString('text', { description: 'Text of the annotation, at most 200 characters.' }),
    public: t.exposeBoolean('isPublic', {
      description:
        'Whether everyone who can read the website’s statistics sees the annotation. ' +
        'Otherwise only the website’s team does.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the annotation was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time when the annotation was last changed.',
    }),
  }),
});

const VISIBLE =
  'Viewers other than the website’s team, and API keys that are limited to a segment, see only those ' +
  'that are public.';
const LAST =
  `Maximum number of annotations, 1 to ${MAX_ANNOTATIONS}; ${DEFAULT_LAST} by default. ` +
  'If there are more, the latest are returned.';

const listCost = ({ last }: { last?: number | null | undefined }): Cost => ({
  points: 20,
  times: Math.min(Math.max(last ?? DEFAULT_LAST, 0), MAX_ANNOTATIONS),
});

builder.objectField(WebsiteRef, 'annotations', (t) =>
  t.field({
    type: [AnnotationRef],
    cost: listCost,
    description: `Annotations of a range of days in chronological order. ${VISIBLE}`,
    args: {
      ...rangeArgs(t),
      last: t.arg.int({ description: LAST }),
    },
    resolve: (website, args, context) => listAnnotations(website, args, context),
  }),
);

builder.objectField(PeriodRef, 'annotations', (t) =>
  t.field({
    type: [AnnotationRef],
    cost: listCost,
    description: `Annotations of the days of the period in chronological order. ${VISIBLE}`,
    args: { last: t.arg.int({ description: LAST }) },
    resolve: ({ website, from, to }, { last }, context) =>
      listAnnotations(website, { from, to, last }, context),
  }),
);
