import type { GraphiQLOptions } from 'graphql-yoga';

/** Works at first click, without a key: `viewer` is null then, and the statistics explain themselves. */
const WELCOME = `# Welcome to Footfall.
# Press the button on the right, or Ctrl+Enter.
#
# Without an API key you see public statistics
# only. For your own websites, go on to the next
# tab and put your key under "Headers" below.
query Welcome {
  viewer {
    email
  }
  statistics: __type(name: "StatName") {
    enumValues {
      name
      description
    }
  }
}
`;

const MY_WEBSITES = `# Takes your API key under "Headers" below.
query MyWebsites($from: Date!, $to: Date!) {
  websites {
    totalCount
    nodes {
      domain
      snippet
      visitors: stats(name: VISITORS, from: $from, to: $to, first: 30) {
        sum
        nodes { value count }
      }
      pages: stats(name: PAGE, from: $from, to: $to, first: 10) {
        totalCount
        nodes { label count }
      }
    }
  }
}
`;

const DAY_MS = 86_400_000;

/**
 * GraphiQL's settings; everything it needs comes with the page, from the installed packages.
 * @param now Unix milliseconds: the examples ask for the thirty days before.
 */
export function graphiqlOptions(now: number, options: GraphiQLOptions = {}): GraphiQLOptions {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const variables = JSON.stringify({ from: day(now - 29 * DAY_MS), to: day(now) }, null, 2);
  return {
    title: 'Footfall GraphiQL',
    defaultQuery: WELCOME,
    defaultTabs: [
      { query: WELCOME },
      { query: MY_WEBSITES, variables, headers: '{\n  "Authorization": "Bearer ff_…"\n}' },
    ],
    ...options,
  };
}
