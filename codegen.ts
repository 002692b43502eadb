import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents from schema.graphql: what the pages and the tests ask with. */
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
