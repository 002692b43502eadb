/** The versions with which the recipes are tried. The table in docs/graphql-clients.md names the same. */

/** TypeScript 5: gql.tada and most generators load its API, which TypeScript 7 does not have. */
const COMPILER = { typescript: '5.9.3', '@types/node': '20.19.43' };

const SHARED = { ...COMPILER, graphql: '16.15.0', 'graphql-sse': '2.6.1' };

export const GRAPHQL_CLIENTS = {
  ...SHARED,
  '@apollo/client': '4.3.8',
  rxjs: '7.8.2',
  react: '19.3.1',
  urql: '5.0.4',
  '@urql/core': '6.0.3',
  '@urql/exchange-graphcache': '9.0.2',
  '@urql/exchange-persisted': '5.0.1',
  'relay-runtime': '21.0.1',
  'relay-compiler': '21.0.1',
  'graphql-request': '7.4.0',
  'gql.tada': '1.11.3',
  '@graphql-codegen/cli': '7.4.3',
  '@graphql-codegen/client-preset': '6.2.0',
};

/** In a project of its own, because the package has the name of version 4. */
export const APOLLO_3 = { ...SHARED, '@apollo/client': '3.14.1' };

export const GENERATORS = {
  ...COMPILER,
  'openapi-typescript': '7.13.0',
  'openapi-fetch': '0.17.0',
  '@hey-api/openapi-ts': '0.99.0',
  orval: '8.38.0',
  'openapi-zod-client': '1.18.3',
  '@zodios/core': '10.9.6',
  axios: '1.21.1',
  zod: '3.25.76',
};
