import type { Types } from '@graphql-codegen/plugin-helpers';

/** Types of the GraphQL documents of the pages and the tests. scripts/codegen.ts generates them. */
const typed = {
  preset: 'client',
  presetConfig: { fragmentMasking: false },
  config: {
    useTypeImports: true,
    enumsAsTypes: true,
    documentMode: 'string',
    scalars: { BigInt: 'number', Date: 'string', DateTime: 'string', Decimal: 'string' },
  },
} as const;

const config = {
  schema: 'schema.graphql',
  importExtension: '.ts',
  ignoreNoDocuments: true,
  generates: {
    'src/web/gql/': { ...typed, documents: ['src/web/**/*.{ts,tsx}', '!src/web/gql/**'] },
    'test/gql/': { ...typed, documents: ['test/**/*.ts', '!test/gql/**'] },
  },
} satisfies Types.Config;

export default config;
