import type { EventProperties } from '../../engine/question/types.ts';
import { MAX_VALUES, readEventProperties } from '../../stats/behaviour/properties.ts';
import { questionCost } from '../cost/analysis.ts';
import type { Cost } from '../cost/cost.ts';
import { daysOf } from '../cost/period.ts';
import { rangeArgs } from './args.ts';
import { builder } from './builder.ts';
import { WebsiteRef } from './website.ts';

/** Events, and properties of one of them, that an operation counts with; there may be more. */
const [EVENTS, PROPERTIES, VALUES] = [20, 5, 20];

const PropertyRef = builder.objectRef<EventProperties['properties'][number]>('PropertyValues').implement({
  description: 'A property and its values.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the property.' }),
    values: t.exposeStringList('values', {
      description: `Values of the property, those of the most hits first; at most ${MAX_VALUES}.`,
      cost: { times: VALUES },
    }),
  }),
});

const EventRef = builder.objectRef<EventProperties>('RecordedEvent').implement({
  description: 'The events of a name, and their properties.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the events.', resolve: ({ event }) => event ?? '' }),
    events: t.expose('hits', { type: 'BigInt', description: 'Number of events with this name.' }),
    properties: t.field({
      type: [PropertyRef],
      description: 'Properties of these events, ordered by name.',
      cost: { times: PROPERTIES },
      resolve: ({ properties }) => properties,
    }),
  }),
});

const HIDDEN =
  'Empty for viewers from whom small counts are hidden (`Website.hideBelow`), and for shared links that do ' +
  'not show events.';

const menuCost =
  (times: number) =>
  (args: { from?: string; to?: string }): Cost => ({ points: questionCost({ days: daysOf(args) }), times });

builder.objectFields(WebsiteRef, (t) => ({
  events: t.field({
    type: [EventRef],
    description: `Events in a range of days, for menus, those with the most first. ${HIDDEN}`,
    args: rangeArgs(t),
    cost: menuCost(EVENTS),
    resolve: async (website, args, context) =>
      (await readEventProperties(website, args, context)).filter(({ event }) => event !== null),
  }),
  pageProperties: t.field({
    type: [PropertyRef],
    description: `Properties of pageviews in a range of days, for menus, ordered by name. ${HIDDEN}`,
    args: rangeArgs(t),
    cost: menuCost(PROPERTIES),
    resolve: async (website, args, context) =>
      (await readEventProperties(website, args, context)).find(({ event }) => event === null)?.properties ??
      [],
  }),
}));
