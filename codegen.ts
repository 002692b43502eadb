import type { CodegenConfig } from '@graphql-codegen/cli';

/** Generates types for the GraphQL documents of the pages and the tests, from schema.graphql. */
const typed = {
  preset: 'client',
  presetConfig: { fragmentMasking: false },
  config: {
    useTypeImports: true,
    enumsAsTypes: true,
    documentMode: 'string',
    scalars: { BigInt: 'number', Date: 'string', DateTime: 'string' },
  },
} as const;

const config: CodegenConfig = {
  schema: 'schema.graphql',
  importExtension: '.ts',
  ignoreNoDocuments: true,
  generates: {
    'src/web/gql/': { ...typed, documents: ['src/web/**/*.{ts,tsx}', '!src/web/gql/**'] },
    'test/gql/': { ...typed, documents: ['test/**/*.ts', '!test/gql/**'] },
  },
};

export default config;
