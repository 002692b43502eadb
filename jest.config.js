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

/** Tests run as native ES modules (npm test sets --experimental-vm-modules). swc only removes the types. */
const shared = {
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  transform: {},
};

/** Tests of one database, and tests that do not depend on the database and so run once, on SQLite. */
const ONLY_SQLITE = ['/test/sqlite/'];
const ONLY_POSTGRESQL = ['/test/postgresql/'];
const ONLY_CITUS = ['/test/citus/'];
const NO_DATABASE = [
  '/test/ingest/(device|geo|request)/',
  '/test/ingest/(ids|visitor|fairQueue|lanes|receive|refusals|writerLocks|writerNodes)\\.test',
  '/test/ingest/store/(batches|hitIds|increments)',
  '/test/calendar/clock',
  '/test/stats/(labels|access|read/stretches)',
  '/test/db/(sql|writeQueue|readQueue)',
  '/test/copy/command',
  '/test/http/(quiet|slowClients|waitingHits|largeBodies|attacks|headers|objects|securityText)',
  '/test/(tracker|documents|docker|architecture)\\.test',
  '/test/validation/',
  '/test/analysis/(query/|evaluate/|chunks/|pack|read/partsCache)',
  '/test/segments/storedFilter',
  '/test/ingest/source/',
  '/test/auth/(hashing|attempts|passwords)',
  // Addresses behind proxies, paths and the script are settled before the database is asked.
  '/test/tracking/(proxy|paths|script)',
  '/test/rest/(openapi|methods|limitMemory)',
  // Forms, headers and bodies are the same above any database; the limits count in memory.
  '/test/rest/(client|delivery|limit)\\.test',
  '/test/live/(group|slowReader|limits|audit)\\.test',
  // Costs and documents are settled before the database is asked, descriptions and GraphiQL without it.
  '/test/graphql/(cost|caches|server)\\.test',
  // What the parser returns. test/books checks on both that it is stored.
  '/test/tracking/agents',
  '/test/stats/format',
  '/test/process/production',
  // Other tests check on both databases what a browser shows. The numbers are checked on both here, too.
  '/test/browser/(?!numbers)',
  '/test/reports/(schedule|encryption)',
  // Only SQLite runs statements in the process, whose CPU time the tests compare.
  '/test/abuse/',
  '/test/web/(world|ranges|keyExamples|conditions|texts|formats|address|points|marks|steps|recipes)',
  '/test/web/(filterGroups|readPages|timeZoneNames)',
];

/** Tests that begin with an empty database. On Citus, every database is distributed before it is used. */
const EMPTY_DATABASE = ['/test/process/cli\\.test', '/test/(copy/|db/migrations/|upgrade\\.test)'];

/** The suite once more, on an existing Citus cluster. */
const citus = {
  ...shared,
  displayName: 'citus',
  globals: { footfallDatabase: 'postgresql', footfallCitus: true },
  globalSetup: '<rootDir>/test/support/postgresql/startCitus.mjs',
  globalTeardown: '<rootDir>/test/support/postgresql/stopCitus.mjs',
  testPathIgnorePatterns: [
    '/node_modules/',
    ...ONLY_SQLITE,
    // Instances of one distributed database send each other messages, too.
    '/test/postgresql/(?!live)',
    ...NO_DATABASE,
    ...EMPTY_DATABASE,
  ],
};
if (!process.env.CITUS_URL)
  process.stderr.write(
    'The tests on Citus are skipped. To run them: ' +
      'CITUS_URL=postgresql://user@coordinator:5432/database npm run jest\n',
  );

/** The whole suite on both databases (`npm run jest -- --selectProjects sqlite` for one). */
export default {
  // The machines of a cluster may share the processors with the tests: two property tests then took over
  // 60 s.
  testTimeout: process.env.CITUS_URL ? 180_000 : 60_000,
  // One more than processors, because tests also wait: for processes, browsers and timeouts.
  maxWorkers: Math.min(availableParallelism() + 1, 4),
  // Jest never releases the modules of a test file, and collecting garbage around them takes ever longer, so
  // worker processes are replaced. With 600 MB, the tests took 8 % more CPU time.
  workerIdleMemoryLimit: '350MB',
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
