import { randomBytes } from 'node:crypto';
import { accountByEmail } from '../auth/accounts.ts';
import { createHashing } from '../auth/hashing.ts';
import { operator } from '../auth/keys.ts';
import { ConfigError, readConfig } from '../config.ts';
import { type Context, createContext, type Deps } from '../context.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { createLog } from '../log.ts';
import { explain } from './output.ts';

/** Nobody waits for an answer here but the person who typed it; a server under load lets go of the lock often. */
const LOCK_TIMEOUT_MS = 15_000;

/**
 * Runs a command on the configured database, migrated first, beside a server that may be running; closes the
 * database after. What goes wrong is one message on standard error, and exit code 1.
 */
export async function withDatabase(command: (deps: Deps) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(process.env);
    await migrate(config.databaseUrl);
    const db = await openDatabase(config.databaseUrl, {
      lockTimeout: LOCK_TIMEOUT_MS,
      // `verify` counts whole tables.
      statementMs: 0,
    });
    try {
      const log = createLog('silent', false);
      await command({ config, db, log, now: Date.now, random: randomBytes, hashing: createHashing() });
    } finally {
      await db.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : explain(error)}\n`);
    process.exitCode = 1;
  }
}

/** The context of a command that acts for the account of an address. */
export async function contextOf(email: string, deps: Deps): Promise<Context> {
  const account = await accountByEmail(email, deps);
  return createContext(deps, operator(account.id));
}
