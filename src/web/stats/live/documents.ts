import { graphql } from '../../gql/gql.ts';

/** What happens on the website at the moment. */
export const LiveDocument = graphql(`
  subscription Live($websiteId: ID!) {
    liveVisitors(websiteId: $websiteId) {
      visitors
      pages {
        value
        label
        count
      }
      referrers {
        value
        label
        count
        source
      }
      countries {
        value
        label
        count
      }
      minutes {
        at
        visitors
        pageviews
      }
      hits {
        at
        page
        event
        country
      }
    }
  }
`);
