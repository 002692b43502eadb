import { dayText } from '../../calendar/days.ts';
import { type DroppedDomain, type DropRow, MAX_DOMAINS } from '../../websites/dropLoader.ts';
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

/** The description of the field with these domains. */
export const SPAM_DOMAINS_HELP =
  `Domains of known referrer spam for which hits were dropped (\`excludeSpam\`), at most ${MAX_DOMAINS}, ` +
  'the most frequent first. Null unless the viewer is in the website’s team, and for an API key that is ' +
  'limited to a segment.';

export const SpamDomainRef = builder.objectRef<DroppedDomain>('SpamDomain').implement({
  description: 'Number of hits that were not counted because their referrer is known as spam.',
  fields: (t) => ({
    domain: t.exposeString('domain', {
      description: 'Domain on the list of known referrer spam. The referrer may be a subdomain.',
    }),
    count: t.expose('count', { type: 'BigInt', description: 'Number of dropped hits.' }),
  }),
});
