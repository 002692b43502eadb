import { ROWS } from '../../live/visitors.ts';
import { FEED, MINUTES } from '../../live/window.ts';
import { type Node, record, ref } from './node.ts';

const count = (description: string): Node => ({ type: 'integer', minimum: 0, description });
const time = (description: string): Node => ({ type: 'string', format: 'date-time', description });
const list = (items: Node, maxItems: number, description: string): Node => ({
  type: 'array',
  maxItems,
  items,
  description,
});
const rows = (of: string) =>
  list(
    ref('schemas', 'StatRow'),
    ROWS,
    `Present visitors by ${of}: the most frequent values, largest count first.`,
  );

const minute = record('The numbers of one minute.', {
  at: time('When the minute begins, in UTC.'),
  visitors: count('Number of visitors with a hit in this minute.'),
  pageviews: count('Number of pageviews in this minute.'),
});

const hit = record('One pageview or event.', {
  at: time('When it happened, in UTC and whole seconds.'),
  page: { type: 'string', description: 'Path of the page.' },
  event: { type: ['string', 'null'], description: 'Name of the event; null for a pageview.' },
  country: { type: 'string', description: 'ISO 3166-1 alpha-2 code; empty if unknown.' },
});

/** The schema of the live numbers. */
export const liveVisitors: Node = record(
  'The present visitors of a website, and its latest hits. A visitor is present for five minutes after ' +
    'each hit.',
  {
    visitors: count('Number of visitors with a hit in the last five minutes.'),
    pages: rows('the page of their latest hit'),
    referrers: rows('the referrer of their visit'),
    countries: rows('country'),
    minutes: list(minute, MINUTES, `The last ${MINUTES} minutes, oldest first, the current one included.`),
    hits: list(hit, FEED, `The latest hits of the last ${MINUTES} minutes, newest first.`),
  },
);
