import { graphql } from '../../gql/gql.ts';
import type { UpdateWebsiteInput, WebsiteQuery } from '../../gql/graphql.ts';
import { linesOf } from './ranges.ts';

/** A website with its settings, for its owner. */
export const WEBSITE = graphql(`
  query Website($id: ID!) {
    clientAddress
    proxyProblem
    sendsReports
    viewer {
      email
    }
    website(id: $id) {
      id
      databaseId
      url
      domain
      trackingId
      statisticsUrl
      snippet
      pixelSnippet
      timezone
      privacy
      hasPassword
      hideBelow
      email
      emailEvery
      reports {
        period
        state
        attempts
        error
        nextAttemptAt
        sentAt
      }
      excludeBots
      excludeIps
      excludeSpam
      hosts
      query
      aliases
      dailyLimit
      trimSlash
      recordedSince
      createdAt
      ...SharedLinks
      period(name: LAST_30_DAYS) {
        from
        to
      }
    }
  }
`);

export type WebsiteData = WebsiteQuery;
export type Website = NonNullable<WebsiteQuery['website']>;

type Reader = (given: FormData, name: string) => unknown;

const chosen: Reader = (given, name) => given.get(name) ?? undefined;

/** Reads a setting from the form, by its type. An undefined setting stays unchanged. */
const READERS: Record<(typeof SETTINGS)[string]['type'], Reader> = {
  boolean: (given, name) => given.has(name),
  int: (given, name) => (given.get(name) ? Number(given.get(name)) : null),
  list: (given, name) => linesOf(String(given.get(name))),
  // An empty password keeps the current one.
  string: (given, name) => given.get(name) || undefined,
  privacy: chosen,
  email_every: chosen,
};

/** Reads the settings that have a control in the form; while reports are off, their frequency has none. */
export function readSettings(element: HTMLFormElement): Omit<UpdateWebsiteInput, 'id'> {
  const given = new FormData(element);
  const settings = Object.entries(SETTINGS)
    .filter(([name]) => element.elements.namedItem(name) !== null)
    .map(([name, { type }]) => [name, READERS[type](given, name)]);
  const url = given.get('url');
  return { ...(url !== null && { url: String(url) }), ...Object.fromEntries(settings) };
}
