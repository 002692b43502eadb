import { availableParallelism } from 'node:os';

/**
 * Tests and product are ordinary modules of Node (test/support/README.md): the files of a worker process
 * share `src/` and the packages, and each loads the rest of `test/` anew.
 */
const shared = {
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  transform: {},
  injectGlobals: false,
  setupFilesAfterEnv: ['<rootDir>/test/support/jest/properties.ts'],
  roots: ['<rootDir>/test'],
  testPathIgnorePatterns: [],
};

const sqlite = {
  ...shared,
  displayName: 'sqlite',
  globals: { footfallDatabase: 'sqlite' },
  globalSetup: '<rootDir>/test/support/sqlite/start.mjs',
  globalTeardown: '<rootDir>/test/support/sqlite/stop.mjs',
  testMatch: ['<rootDir>/test/**/*.test.ts', '!**/test/{postgresql,citus}/**'],
};

const postgresql = {
  ...shared,
  displayName: 'postgresql',
  globals: { footfallDatabase: 'postgresql' },
  globalSetup: '<rootDir>/test/support/postgresql/start.mjs',
  globalTeardown: '<rootDir>/test/support/postgresql/stop.mjs',
  testMatch: ['<rootDir>/test/**/*.sql.test.ts', '<rootDir>/test/postgresql/**/*.test.ts'],
};

/** On an existing Citus cluster. Every database is distributed before it is used, so none begins empty. */
const citus = {
  ...shared,
  displayName: 'citus',
  globals: { footfallDatabase: 'postgresql', footfallCitus: true },
  globalSetup: '<rootDir>/test/support/postgresql/startCitus.mjs',
  globalTeardown: '<rootDir>/test/support/postgresql/stopCitus.mjs',
  testMatch: [
    '<rootDir>/test/**/*.sql.test.ts',
    '!**/*.empty.sql.test.ts',
    '<rootDir>/test/citus/**/*.test.ts',
  ],
};
if (!process.env.CITUS_URL)
  process.stderr.write(
    'The tests on Citus are skipped. To run them: ' +
      'CITUS_URL=postgresql://user@coordinator:5432/database npm run jest\n',
  );

/** Whether long forms of tests run. */
const isLong = [
  process.env.FOOTFALL_PROPERTIES,
  process.env.FOOTFALL_CRASH,
  process.env.FOOTFALL_ABUSE,
].includes('long');

// Jest replaces <rootDir> only at the start of a pattern, so negated patterns begin with **.
/** Which file runs on which database is in its name and folder (CONTRIBUTING.md). */
export default {
  showSeed: true,
  // Long enough for a machine that is busy with something else, where threads of low priority hardly run. No
  // test has another one (test/support/jest/environment.mjs).
  testTimeout: isLong ? 3_600_000 : 900_000,
  // Freeing the memory of a process takes longer than the half a second after which Jest warns of a leak.
  workerGracefulExitTimeout: 30_000,
  // Two for each processor, because tests also wait: for processes, browsers and timeouts.
  maxWorkers: Math.min(2 * availableParallelism(), 4),
  projects: [sqlite, postgresql, ...(process.env.CITUS_URL ? [citus] : [])],
};
