import type { Scope } from '../../gql/graphql.ts';

/** Example requests with a key, as shell commands. */
export interface Examples {
  rest: string;
  graphql: string;
}

/**
 * Builds examples that the key's scopes allow.
 * @param website the REST id of a website that the key can access; undefined if the account has none.
 * @returns null if there is nothing yet that the key could read.
 */
export function examples(
  key: string,
  scopes: readonly Scope[],
  website: number | undefined,
): Examples | null {
  const curl = `curl -H "Authorization: Bearer ${key}"`;
  const found = calls(scopes, website);
  if (!found) return null;
  return {
    rest: `${curl} \\\n  ${found.rest}`,
    graphql: [
      curl,
      '-H "Content-Type: application/json"',
      `-d '${JSON.stringify({ query: found.query })}'`,
      `${location.origin}/graphql`,
    ].join(' \\\n  '),
  };
}

function calls(scopes: readonly Scope[], website?: number): { rest: string; query: string } | null {
  const api = `${location.origin}/api/v1`;
  if (scopes.includes('STATS_READ') && website !== undefined) {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    return {
      rest: `"${api}/stats/${website}?name=page&from=${day(29)}&to=${day(0)}"`,
      query: `{ website(id: ${website}) { domain period(name: LAST_30_DAYS) { visitors pageviews } } }`,
    };
  }
  if (scopes.includes('WEBSITES_READ'))
    return { rest: `"${api}/websites"`, query: '{ websites { nodes { domain url } } }' };
  if (!scopes.includes('WEBSITES_WRITE')) return null;
  return {
    rest: `-d url=https://first.example \\\n  "${api}/websites"`,
    query:
      'mutation { createWebsite(input: { url: "https://second.example" }) ' +
      '{ __typename ... on UserErrors { message } } }',
  };
}
