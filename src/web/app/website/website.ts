import { graphql } from '../../gql/gql.ts';
import type { EmailEvery, Privacy, WebsiteQuery } from '../../gql/graphql.ts';
import { linesOf } from './ranges.ts';

/** A website with its settings, for its owner. */
export const WEBSITE = graphql(`
  query Website($id: ID!) {
    clientAddress
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
      snippet
      pixelSnippet
      timezone
      privacy
      hasPassword
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
      dailyLimit
      trimSlash
      recordedSince
      createdAt
      period(name: LAST_30_DAYS) {
        from
        to
      }
    }
  }
`);

export type Website = NonNullable<WebsiteQuery['website']>;

/**
 * Reads the settings from the form. An empty password keeps the current one. While reports are off, their
 * frequency stays unchanged.
 */
export function readSettings(element: HTMLFormElement) {
  const given = new FormData(element);
  const password = String(given.get('password') ?? '');
  const emailEvery = given.get('emailEvery') as EmailEvery | null;
  return {
    url: String(given.get('url')),
    timezone: String(given.get('timezone')),
    privacy: String(given.get('privacy')) as Privacy,
    ...(password && { password }),
    email: given.has('email'),
    ...(emailEvery && { emailEvery }),
    excludeBots: given.has('excludeBots'),
    excludeIps: linesOf(String(given.get('excludeIps'))),
    dailyLimit: numberOf(given.get('dailyLimit')),
    trimSlash: given.has('trimSlash'),
  };
}

/** The value of a number field; null if it is empty. */
const numberOf = (value: FormDataEntryValue | null) => (value ? Number(value) : null);
