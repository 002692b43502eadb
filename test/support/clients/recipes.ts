import { apolloTrials } from './apollo.ts';
import { COUNT, HASH, LIVE, LIVE_LINES, SHA, type Trial, WEBSITE } from './trial.ts';

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
for await (const { errors } of events.iterate({ query: '${LIVE}' }))
  console.log(errors?.[0]?.extensions?.code);
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
    visitors series { points { at visitors } } stats(name: PAGE) { nodes { value count } }
  } } }\`, {}).toPromise();
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
const document = graphql(\`
  query Generated { website(id: 1) { today period(name: TODAY) { visitors } createdAt } }
\`);
const { website } = await client.request(document);
const texts: string[] = [website?.today ?? '', website?.createdAt ?? ''];
const count: number = website?.period.visitors ?? -1;
console.log(texts.length, count);`,
      prints: ['2 0'],
    },
  ],
};
