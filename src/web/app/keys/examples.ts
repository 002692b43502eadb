import type { Scope } from '../../gql/graphql.ts';

/** First calls with a key, as a shell takes them: only such as the key allows. */
export function examples(key: string, scopes: readonly Scope[], website: number | undefined) {
  const curl = `curl -H "Authorization: Bearer ${key}"`;
  const { rest, query } = calls(scopes, website);
  return {
    rest: `${curl} \\\n  ${rest}`,
    graphql: `${curl} \\\n  -H "Content-Type: application/json" \\\n  -d '${JSON.stringify({ query })}' \\\n  ${location.origin}/graphql`,
  };
}

function calls(scopes: readonly Scope[], website = 1): { rest: string; query: string } {
  const api = `${location.origin}/api/v1`;
  if (scopes.includes('STATS_READ')) {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    return {
      rest: `"${api}/stats/${website}?name=page&from=${day(29)}&to=${day(0)}"`,
      query: `{ website(id: ${website}) { domain period(name: LAST_30_DAYS) { visitors pageviews } } }`,
    };
  }
  if (scopes.includes('WEBSITES_READ')) {
    return { rest: `"${api}/websites"`, query: '{ websites { nodes { domain url } } }' };
  }
  return {
    rest: `-d url=https://example.com \\\n  "${api}/websites"`,
    query:
      'mutation { createWebsite(input: { url: "https://example.com" }) { __typename ... on UserErrors { message } } }',
  };
}
