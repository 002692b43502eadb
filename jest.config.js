import { availableParallelism } from 'node:os';

const swc = (parser) => [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser,
      transform: { react: { runtime: 'automatic' } },
      experimental: { keepImportAttributes: true },
    },
    module: { type: 'es6' },
    isModule: true,
  },
];

/** Tests run as native ES modules (npm test sets --experimental-vm-modules); swc only strips the types. */
const shared = {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.ts$': swc({ syntax: 'typescript' }),
    '^.+\\.tsx$': swc({ syntax: 'typescript', tsx: true }),
  },
};

/** What knows one database by name, and what needs none and so runs once. */
const ONLY_SQLITE = ['/test/sqlite/'];
const ONLY_POSTGRESQL = ['/test/postgresql/'];
const ONLY_CITUS = ['/test/citus/'];
const NO_DATABASE = [
  '/test/ingest/(device|geo|request)/',
  '/test/ingest/(ids|visitor|store/increments)',
  '/test/calendar/clock',
  '/test/stats/(labels|read/stretches)',
  '/test/db/(sql|writeQueue|readQueue)',
  '/test/copy/command',
  '/test/http/quiet',
  '/test/(tracker|documents|docker)\\.test',
  '/test/rest/openapi',
  '/test/process/production',
  // What a browser shows is made of what other tests hold on each database; the numbers are held to both.
  '/test/browser/(?!numbers)',
  '/test/reports/(periods|encryption)',
  // CPU time of statements is that of the process on SQLite alone.
  '/test/abuse/',
  '/test/web/world',
];

/** On Citus every database is distributed before it is used: no place for what begins with an empty one. */
const EMPTY_DATABASE = ['/test/process/cli\\.test', '/test/(copy/|db/migrations/|upgrade\\.test)'];

/** The suite once more, on a cluster that somebody has. */
const citus = {
  ...shared,
  displayName: 'citus',
  globals: { footfallDatabase: 'postgresql', footfallCitus: true },
  globalSetup: '<rootDir>/test/support/postgresql/startCitus.mjs',
  globalTeardown: '<rootDir>/test/support/postgresql/stopCitus.mjs',
  testPathIgnorePatterns: [
    '/node_modules/',
    ...ONLY_SQLITE,
    ...ONLY_POSTGRESQL,
    ...NO_DATABASE,
    ...EMPTY_DATABASE,
  ],
};
if (!process.env.CITUS_URL)
  process.stderr.write(
    'The tests on Citus are skipped: CITUS_URL=postgresql://user@coordinator:5432/database npm run jest runs them, too.\n',
  );

/** The whole suite on both databases (`npm run jest -- --selectProjects sqlite` for one). */
export default {
  testTimeout: 60_000,
  maxWorkers: Math.min(availableParallelism(), 4),
  // What a test file loaded as modules is never given back: a process of its own for some of them, then another.
  workerIdleMemoryLimit: '600MB',
  projects: [
    {
      ...shared,
      displayName: 'sqlite',
      globals: { footfallDatabase: 'sqlite' },
      globalSetup: '<rootDir>/test/support/sqlite/start.mjs',
      globalTeardown: '<rootDir>/test/support/sqlite/stop.mjs',
      testPathIgnorePatterns: ['/node_modules/', ...ONLY_POSTGRESQL, ...ONLY_CITUS],
    },
    {
      ...shared,
      displayName: 'postgresql',
      globals: { footfallDatabase: 'postgresql' },
      globalSetup: '<rootDir>/test/support/postgresql/start.mjs',
      globalTeardown: '<rootDir>/test/support/postgresql/stop.mjs',
      testPathIgnorePatterns: ['/node_modules/', ...ONLY_SQLITE, ...ONLY_CITUS, ...NO_DATABASE],
    },
    ...(process.env.CITUS_URL ? [citus] : []),
  ],
};
