import { dayText } from '../../calendar/days.ts';
import type { DropRow } from '../../websites/dropLoader.ts';
import { builder } from './builder.ts';

export const DropRef = builder.objectRef<DropRow>('Drop').implement({
  description: 'Number of hits of one day that were not counted for one reason.',
  fields: (t) => ({
    day: t.field({
      type: 'Date',
      description: 'Day of the dropped hits.',
      resolve: ({ day }) => dayText(day),
    }),
    reason: t.exposeString('reason', {
      description:
        'Reason for not counting the hits: `bot`, `excluded_ip`, `wrong_host` (the page is not on the ' +
        'website), `spam` (a known spam referrer), `prefetch`, `privacy_signal` or `quota` (more hits than ' +
        'the website’s daily limit).',
    }),
    count: t.expose('count', { type: 'BigInt', description: 'Number of dropped hits.' }),
  }),
});
