import { graphql } from '../../gql/gql.ts';
import type { WebsiteQuery } from '../../gql/graphql.ts';

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
