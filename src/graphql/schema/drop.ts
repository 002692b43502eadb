import { dayText } from '../../calendar/days.ts';
import type { DropRow } from '../../websites/dropLoader.ts';
import { builder } from './builder.ts';

export const DropRef = builder.objectRef<DropRow>('Drop').implement({
  description: 'How many hits of a day were not counted for one reason.',
  fields: (t) => ({
    day: t.field({ type: 'Date', description: 'The day.', resolve: ({ day }) => dayText(day) }),
    reason: t.exposeString('reason', {
      description:
        'Why: `bot`, `excluded_ip`, `wrong_host` (the page is not on the website), `spam` (a known spam referrer), `prefetch`, `privacy_signal` or `quota` (more hits than the website’s limit of a day).',
    }),
    count: t.expose('count', { type: 'BigInt', description: 'How many hits.' }),
  }),
});
