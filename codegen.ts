import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents from schema.graphql: what a front end has, and what the tests ask with. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['test/**/*.ts', '!test/gql/**'],
  importExtension: '.ts',
  ignoreNoDocuments: true,
  generates: {
    'test/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        documentMode: 'string',
        scalars: { BigInt: 'number', Date: 'string', DateTime: 'string' },
      },
    },
  },
};

export default config;
