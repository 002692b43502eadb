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

const PORTFOLIO = `# All websites of the team. This operation requires the API key under "Headers".
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

const CHECKOUT = (trackingId: string) => `# At which step do visitors give up, and what do they pay?
query Checkout($from: Date!, $to: Date!) {
  website(trackingId: "${trackingId}") {
    desktop: period(from: $from, to: $to, filter: { device: { in: ["desktop"] } }) { ...Orders }
    mobile: period(from: $from, to: $to, filter: { device: { in: ["mobile"] } }) { ...Orders }
  }
}

fragment Orders on Period {
  revenue { currency amount }
  funnel(steps: [
    { name: "Product", filter: { page: { startsWith: "/teas/" } } }
    { name: "Cart", filter: { page: { in: ["/cart"] } } }
    { name: "Checkout", filter: { page: { in: ["/checkout"] } } }
    { name: "Purchase", filter: { event: { in: ["Purchase"] } } }
  ]) {
    conversionRate
    steps { name visitors rateFromPrevious medianSeconds leftTo(first: 3) { value visitors } }
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
    // The key is public and only for this demo. Without it, stored tabs would not work on a second visit.
    shouldPersistHeaders: true,
    defaultTabs: [tab(DASHBOARD(trackingId)), tab(CHECKOUT(trackingId)), tab(PORTFOLIO)],
  };
}
