/**
 * What the recipes of docs/graphql-clients.md are tried with: programs that use a recipe, and the lines that
 * they print.
 */

export interface Trial {
  title: string;
  /** The program. It imports the file of a recipe. */
  program: string;
  /** The lines that it prints. */
  prints: readonly string[];
  /** Runs with an API key that does not exist. */
  wrongKey?: boolean;
  /**
   * The program subscribes. After its first line, the server is restarted; after the second one, the API key
   * is revoked.
   */
  live?: boolean;
}

const WEBSITE = '{ website(id: 1) { id domain } }';
const LIVE = 'subscription { liveVisitors(websiteId: 1) { visitors } }';
const HASH = "import { createHash } from 'node:crypto';\n";
const SHA = "(text: string) => createHash('sha256').update(text).digest('hex')";

/** Counts requests from here on. */
const COUNT = `let requests = 0;
const send = globalThis.fetch;
globalThis.fetch = (...args) => {
  requests += 1;
  return send(...args);
};
`;

/** The lines of a subscription that survives a restart, and ends for good with its API key. */
const LIVE_LINES = ['message', 'message', 'UNAUTHENTICATED', 'complete'];

/** Two components with different fields of one period, then two requests in which repeats would show. */
const apolloCache = (imports: string, file: string) => `${imports}
import { client } from './${file}.ts';
${COUNT}
const watch = (fields: string) =>
  new Promise<void>((resolve) => {
    client.watchQuery<any>({ query: gql\`{ viewer { id \${fields.split(' ')[1]} } website(id: 1) { id period(name: LAST_7_DAYS) { \${fields.split(' ')[0]} } } }\` })
      .subscribe(({ data }) => { if (data?.website?.period) resolve(); });
  });
await watch('visitors email');
await watch('pageviews language');
for (let n = 0; n < 2; n += 1) await client.query({ query: gql\`{ __typename }\`, fetchPolicy: 'network-only' });
console.log(requests);
process.exit(0);
`;

const apolloTrials = (major: 3 | 4): Trial[] => {
  const core = major === 4 ? '@apollo/client' : '@apollo/client/core/index.js';
  const link = (name: string) => `@apollo/client/link/${name}${major === 4 ? '' : '/index.js'}`;
  const gql = `import { gql } from '${core}';`;
  const file = `apollo${major}`;
  const client = `${gql}\nimport { client } from './${file}.ts';\n`;
  const codes = major === 4 ? 'error.errors' : 'error.networkError.result.errors';
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
${own(`const link = createPersistedQueryLink({ sha256: ${SHA} }).concat(new HttpLink({ uri: url, headers }));`)}
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
const ask = (query: any) => client.query({ query }).catch((error: any) => console.log(error.message.slice(0, 55)));
await Promise.all([ask(gql\`${WEBSITE}\`), ask(gql\`{ websites { totalCount } }\`)]);`,
      prints: Array(2).fill('A request must contain one operation; got a list of 2. '),
    },
  ];
};

const urqlClient = "import { client } from './urql.ts';\n";

/** The trials of each file of a recipe. */
export const TRIALS: Record<string, readonly Trial[]> = {
  events: [
    {
      title: 'keeps its subscription over a restart, and ends it with the API key',
      program: `import { events } from './events.ts';
events.subscribe({ query: '${LIVE}' }, {
  next: ({ errors }) => console.log(errors ? errors[0]?.extensions?.code : 'message'),
  error: (error) => console.log('failed', error),
  complete: () => console.log('complete'),
});`,
      prints: LIVE_LINES,
      live: true,
    },
    {
      title: 'ends at once with the code of a wrong API key',
      program: `import { events } from './events.ts';
for await (const { errors } of events.iterate({ query: '${LIVE}' })) console.log(errors?.[0]?.extensions?.code);
console.log('complete');`,
      prints: ['UNAUTHENTICATED', 'complete'],
      wrongKey: true,
    },
  ],
  iterate: [
    {
      title: 'prints the messages',
      program: `const log = console.log;
console.log = (value) => { log(JSON.stringify(value)); process.exit(0); };
await import('./iterate.ts');`,
      prints: ['{"liveVisitors":{"visitors":0}}'],
    },
  ],
  urql: [
    {
      title: 'reads a website',
      program: `${urqlClient}const { data } = await client.query('${WEBSITE}', {}).toPromise();
console.log(data.website.domain);`,
      prints: ['example.com'],
    },
    {
      title: 'shows the code of a wrong API key',
      program: `${urqlClient}const { error } = await client.query('${WEBSITE}', {}).toPromise();
console.log(error?.graphQLErrors[0]?.extensions.code);`,
      prints: ['UNAUTHENTICATED'],
      wrongKey: true,
    },
    {
      title: 'keeps its subscription over a restart, and ends it with the API key',
      program: `${urqlClient}client.subscription('${LIVE}', {})
  .subscribe(({ error }) => console.log(error ? error.graphQLErrors[0]?.extensions.code : 'message'));`,
      prints: LIVE_LINES.slice(0, 3),
      live: true,
    },
  ],
  graphcache: [
    {
      title: 'sends the text instead of the hash of a persisted query, and caches without warnings',
      program: `${HASH}import { persistedExchange } from '@urql/exchange-persisted';
import { Client, fetchExchange } from 'urql';
import { headers, url } from './events.ts';
import { normalizedCache } from './graphcache.ts';
console.warn = (text) => console.log(text);
${COUNT}const persisted = persistedExchange({
  preferGetForPersistedQueries: false,
  generateHash: async (text) => (${SHA})(text),
});
const client = new Client({
  url,
  preferGetMethod: false,
  fetchOptions: { headers },
  exchanges: [normalizedCache, persisted, fetchExchange],
});
const ask = (fields: string) =>
  client.query(\`{ viewer { id \${fields} } website(id: 1) { id period(name: LAST_7_DAYS) {
    visitors series { points { at visitors } } stats(name: PAGE) { nodes { value count } } } } }\`, {}).toPromise();
for (const fields of ['email', 'language', 'email', 'language']) {
  const { data, error } = await ask(fields);
  if (error || data.website.period.visitors !== 0) console.log(error);
}
console.log(requests);`,
      // The hash, its text, and the text of the second query.
      prints: ['3'],
    },
  ],
  request: [
    {
      title: 'reads a website',
      program: `import { client } from './request.ts';
const data = await client.request<any>('${WEBSITE}');
console.log(data.website.domain);`,
      prints: ['example.com'],
    },
    {
      title: 'shows the code of a wrong API key',
      program: `import { ClientError } from 'graphql-request';
import { client } from './request.ts';
await client.request('${WEBSITE}').catch((error) =>
  console.log(error instanceof ClientError && error.response.errors?.[0]?.extensions.code));`,
      prints: ['UNAUTHENTICATED'],
      wrongKey: true,
    },
    {
      title: 'shows why a batch is refused',
      program: `import { client } from './request.ts';
await client.batchRequests([{ document: '{ __typename }' }, { document: '{ __typename }' }])
  .catch((error) => console.log(/got a list of 2/.test(error.message)));`,
      prints: ['true'],
    },
  ],
  apollo4: apolloTrials(4),
  apollo3: apolloTrials(3),
  relay: [
    {
      title: 'reads a website',
      program: `import runtime from 'relay-runtime';
import query from './__generated__/relayWebsiteQuery.graphql.ts';
import { environment } from './relay.ts';
const data: any = await runtime.fetchQuery(environment, query, {}).toPromise();
console.log(data.website.domain, typeof data.website.period.visitors);`,
      prints: ['example.com number'],
    },
    {
      title: 'shows the message of a wrong API key',
      program: `import runtime from 'relay-runtime';
import query from './__generated__/relayWebsiteQuery.graphql.ts';
import { environment } from './relay.ts';
await runtime.fetchQuery(environment, query, {}).toPromise()
  ?.catch((error: any) => console.log(error.source.errors[0].extensions.code));`,
      prints: ['UNAUTHENTICATED'],
      wrongKey: true,
    },
    {
      title: 'keeps its subscription over a restart, and ends it with the API key',
      program: `import runtime from 'relay-runtime';
import subscription from './__generated__/relayLiveSubscription.graphql.ts';
import { environment } from './relay.ts';
runtime.requestSubscription(environment, {
  subscription,
  variables: {},
  onNext: () => console.log('message'),
  onError: (error: any) => console.log(error.source.errors[0].extensions.code),
});`,
      prints: LIVE_LINES.slice(0, 3),
      live: true,
    },
  ],
  tada: [
    {
      title: 'types counts as numbers and days as text',
      program: `import { type ResultOf } from 'gql.tada';
import { events } from './events.ts';
import { graphql } from './tada.ts';
import { print } from 'graphql';
const document = graphql(\`query { website(id: 1) { today period(name: TODAY) { visitors } createdAt } }\`);
type Website = NonNullable<ResultOf<typeof document>['website']>;
for await (const { data } of events.iterate<ResultOf<typeof document>>({ query: print(document) })) {
  const { today, period, createdAt } = data?.website as Website;
  const texts: string[] = [today, createdAt];
  const count: number = period.visitors;
  console.log(texts.length, count);
}`,
      prints: ['2 0'],
    },
  ],
  codegen: [
    {
      title: 'types counts as numbers and days as text',
      program: `import { print } from 'graphql';
import { client } from './request.ts';
import { graphql } from './src/gql/index.ts';
const document = graphql(\`query Generated { website(id: 1) { today period(name: TODAY) { visitors } createdAt } }\`);
const { website } = await client.request(document);
const texts: string[] = [website?.today ?? '', website?.createdAt ?? ''];
const count: number = website?.period.visitors ?? -1;
console.log(texts.length, count);`,
      prints: ['2 0'],
    },
  ],
};
