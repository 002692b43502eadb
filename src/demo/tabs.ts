import { type GraphiqlExamples, overviewFields } from '../graphql/graphiql.ts';
import type { Demo } from './fill.ts';

const DASHBOARD = (
  trackingId: string,
) => `# A whole dashboard in one operation. Run it with the button on the right, or with Ctrl+Enter.
query Dashboard($from: Date!, $to: Date!) {
  website(trackingId: "${trackingId}") {
    domain
${overviewFields('    ')}
    referrers: stats(name: REFERRER, from: $from, to: $to, first: 10) {
      nodes { label count }
    }
    countries: stats(name: COUNTRY, from: $from, to: $to, first: 10) {
      nodes { label count }
    }
    campaigns: stats(name: CAMPAIGN, from: $from, to: $to, first: 10) {
      nodes { label count }
    }
    events: stats(name: EVENT, from: $from, to: $to, first: 10) {
      nodes { label count }
    }
  }
}
`;

const PORTFOLIO = `# All websites of the account. This operation requires the API key under "Headers".
query Portfolio($from: Date!, $to: Date!) {
  websites {
    totalCount
    nodes {
      domain
      visitors: stats(name: VISITORS, from: $from, to: $to) { sum }
      pageviews: stats(name: PAGEVIEWS, from: $from, to: $to) { sum }
      dropped(from: $from, to: $to) { day reason count }
    }
  }
}
`;

/** GraphiQL's tabs for the demo. They contain its API key, so each works at the first click. */
export function demoTabs({ key, trackingId, from, to }: Omit<Demo, 'sites'>): GraphiqlExamples {
  const headers = JSON.stringify({ Authorization: `Bearer ${key}` }, null, 2);
  const variables = JSON.stringify({ from, to }, null, 2);
  const tab = (query: string) => ({ query, headers, variables });
  return {
    examples: trackingId,
    defaultQuery: DASHBOARD(trackingId),
    headers,
    defaultTabs: [tab(DASHBOARD(trackingId)), tab(PORTFOLIO)],
  };
}
