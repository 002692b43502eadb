import { COUNT, HASH, LIVE, LIVE_LINES, SHA, type Trial, WEBSITE } from './trial.ts';

/** Two components with different fields of one period, then two requests in which repeats would show. */
const apolloCache = (imports: string, file: string) => `${imports}
import { client } from './${file}.ts';
${COUNT}
const watch = (ofPeriod: string, ofAccount: string) =>
  new Promise<void>((resolve) => {
    const query = gql\`{
      viewer { id \${ofAccount} }
      website(id: 1) { id period(name: LAST_7_DAYS) { \${ofPeriod} } }
    }\`;
    client.watchQuery<any>({ query }).subscribe(({ data }) => {
      if (data?.website?.period) resolve();
    });
  });
await watch('visitors', 'email');
await watch('pageviews', 'language');
const query = gql\`{ __typename }\`;
for (let n = 0; n < 2; n += 1) await client.query({ query, fetchPolicy: 'network-only' });
console.log(requests);
process.exit(0);
`;

/** The trials of the recipe for a version of Apollo Client. */
export const apolloTrials = (major: 3 | 4): Trial[] => {
  const core = major === 4 ? '@apollo/client' : '@apollo/client/core/index.js';
  const link = (name: string) => `@apollo/client/link/${name}${major === 4 ? '' : '/index.js'}`;
  const gql = `import { gql } from '${core}';`;
  const file = `apollo${major}`;
  const client = `${gql}\nimport { client } from './${file}.ts';\n`;
  const codes = major === 4 ? 'error.errors' : 'error.networkError.result.errors';
  const words = major === 4 ? 'error.message' : 'error.networkError.result[0].errors[0].message';
  const own = (setLink: string) => `import { ApolloClient, gql, HttpLink, InMemoryCache } from '${core}';
import { headers, url } from './events.ts';
${COUNT}${setLink}
const client = new ApolloClient({ link, cache: new InMemoryCache() });
`;
  return [
    {
      title: 'reads a website',
      program: `${client}const { data } = await client.query<any>({ query: gql\`${WEBSITE}\` });
console.log(data.website.domain);`,
      prints: ['example.com'],
    },
    {
      title: 'shows the code of a wrong API key',
      program: `${client}await client.query({ query: gql\`${WEBSITE}\` })
  .catch((error: any) => console.log(${codes}[0].extensions.code));`,
      prints: ['UNAUTHENTICATED'],
      wrongKey: true,
    },
    {
      title: 'keeps its subscription over a restart, and ends it with the API key',
      program: `${client}client.subscribe<any>({ query: gql\`${LIVE}\` }).subscribe({
  next: ({ error }: any) => console.log(error ? error.errors[0].extensions.code : 'message'),
  error: (error: any) => console.log(error.graphQLErrors[0].extensions.code),
  complete: () => console.log('complete'),
});`,
      // Apollo Client 3 ends a subscription with the first error.
      prints: major === 4 ? LIVE_LINES : LIVE_LINES.slice(0, 3),
      live: true,
    },
    {
      title: 'reads different fields of one period with one request each',
      program: apolloCache(gql, file),
      prints: ['4'],
    },
    {
      title: 'sends the text instead of the hash of a persisted query',
      program: `${HASH}import { createPersistedQueryLink } from '${link('persisted-queries')}';
${own(`const persisted = createPersistedQueryLink({ sha256: ${SHA} });
const link = persisted.concat(new HttpLink({ uri: url, headers }));`)}
const { data } = await client.query<any>({ query: gql\`${WEBSITE}\` });
await client.query({ query: gql\`{ websites { totalCount } }\` });
console.log(data.website.domain, requests);`,
      // The hash, its text, and the next text.
      prints: ['example.com 3'],
    },
    {
      title: 'shows why a batch is refused',
      program: `import { BatchHttpLink } from '${link('batch-http')}';
${own('const link = new BatchHttpLink({ uri: url, headers });').replace('HttpLink, ', '')}
const ask = (query: any) =>
  client.query({ query }).catch((error: any) => console.log(${words}.slice(0, 55)));
await Promise.all([ask(gql\`${WEBSITE}\`), ask(gql\`{ websites { totalCount } }\`)]);`,
      prints: Array(2).fill('A request must contain one operation; got a list of 2. '),
    },
  ];
};
