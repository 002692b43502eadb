import type { GraphiQLOptions } from 'graphql-yoga';

/** Works at first click, without a key: `viewer` is null then, and the statistics explain themselves. */
const EXAMPLE = `# Welcome to Footfall. Run this with the button above, or Ctrl+Enter.
#
# Without an API key you see public statistics. To see your own websites, put your key
# under "Headers" below:  { "Authorization": "Bearer ff_…" }

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

# With a key:

query MyWebsites {
  websites(first: 10) {
    totalCount
    nodes {
      domain
      snippet
      topPages: stats(name: PAGE, from: "2026-11-01", to: "2026-11-30", first: 10) {
        totalCount
        nodes {
          label
          count
        }
      }
    }
  }
}
`;

/** GraphiQL's settings; everything it needs comes with the page, from the installed packages. */
export function graphiqlOptions(options: GraphiQLOptions = {}): GraphiQLOptions {
  return { title: 'Footfall GraphiQL', defaultQuery: EXAMPLE, ...options };
}
