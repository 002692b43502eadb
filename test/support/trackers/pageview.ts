import type { CompatibleProduct } from '../../../src/tracker/compatible.ts';
import type { Sent } from './request.ts';

/** The page in all recorded pageviews, and where its visitor came from. */
export const PAGE = 'https://shop.example.com/a?utm_source=news&x=1#h';
export const REFERRER = 'https://search.example.net/q';

/** What the answer must contain: a status and a body of text, or `gif`. */
export type Answer = [status: number, body: string];
export const JSON_ANSWER: Answer = [200, '{}'];
export const GIF: Answer = [200, 'gif'];

/** A pageview as a tracker sends it, with the id `x1` of the website where it sends one. */
export type Pageview = [product: CompatibleProduct, what: string, sent: Sent, answer: Answer];
