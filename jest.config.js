/** Tests run as native ES modules (npm test sets --experimental-vm-modules); swc only strips the types. */
const shared = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
        isModule: true,
      },
    ],
  },
};

/** What knows one database by name, and what needs none and so runs once. */
const ONLY_SQLITE = ['/test/sqlite/'];
const ONLY_POSTGRESQL = ['/test/postgresql/'];
const NO_DATABASE = [
  '/test/ingest/(?!threads|refusals)',
  '/test/rollup/(periods|increments)',
  '/test/db/(sql|turns)',
  '/test/(tracker|readme|openapi)\\.test',
];

/** The whole suite on both databases (`npm run jest -- --selectProjects sqlite` for one). */
export default {
  testTimeout: 60_000,
  projects: [
    {
      ...shared,
      displayName: 'sqlite',
      globals: { footfallDatabase: 'sqlite' },
      testPathIgnorePatterns: ['/node_modules/', ...ONLY_POSTGRESQL],
    },
    {
      ...shared,
      displayName: 'postgresql',
      globals: { footfallDatabase: 'postgresql' },
      globalSetup: '<rootDir>/test/support/postgresql/start.mjs',
      globalTeardown: '<rootDir>/test/support/postgresql/stop.mjs',
      testPathIgnorePatterns: ['/node_modules/', ...ONLY_SQLITE, ...NO_DATABASE],
    },
  ],
};
