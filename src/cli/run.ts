import { randomBytes } from 'node:crypto';
import { membershipByEmail } from '../auth/accounts.ts';
import { createHashing } from '../auth/hashing.ts';
import { operator } from '../auth/keys.ts';
import { ConfigError, readConfig } from '../config.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { openDatabase, resolveUrl } from '../db/open.ts';
import { createLocalAnalysis } from '../engine/columns/analysis.ts';
import { createLog } from '../log.ts';
import { createAccountMails } from '../reports/accountMails.ts';
import { type Context, createContext, type Deps } from '../request/context.ts';
import { explain } from './output.ts';

/** Only the person who typed the command waits for it. A server under load releases the lock often. */
const LOCK_TIMEOUT_MS = 15_000;

/** How long a command waits for the mail server. */
const MAIL_MS = 30_000;

/** Prints why a mail was not sent. The command itself has succeeded. */
const printProblem = ({ error, err }: { error?: string; err?: unknown }, what: string) =>
  void process.stderr.write(`Warning: ${what}: ${error ?? (err instanceof Error ? err.message : err)}\n`);
const mailProblems = { warn: printProblem, error: printProblem };

/**
 * Migrates the configured database, runs a command on it, sends its mails, and closes the database. A server
 * may be running at the same time. An error is printed as one message on standard error, and sets exit code
 * 1.
 */
export async function withDatabase(command: (deps: Deps) => Promise<void>): Promise<void> {
  try {
    const given = readConfig(process.env);
    const databaseUrl = await resolveUrl(given.databaseUrl);
    await migrate(databaseUrl);
    const config = { ...given, databaseUrl };
    const db = await openDatabase(databaseUrl, {
      lockTimeout: LOCK_TIMEOUT_MS,
      // No timeout: `verify` counts whole tables.
      statementMs: 0,
    });
    const analysis = createLocalAnalysis(databaseUrl, { maxValues: config.maxDistinctValues });
    try {
      const log = createLog('silent', false);
      const hashing = createHashing();
      const deps = { config, db, log, now: Date.now, random: randomBytes, hashing, analysis };
      const accountMails = config.smtpUrl
        ? createAccountMails({ ...deps, log: mailProblems }, config.smtpUrl)
        : null;
      await command({ ...deps, ...(accountMails && { accountMails }) });
      await accountMails?.stop(MAIL_MS);
    } finally {
      await analysis.close();
      await db.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : explain(error)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Returns the context of a command that acts for the person with this email address, in a team.
 * @param team the id of the team; only needed for a person with several teams.
 * @throws AppError `invalid`.
 */
export async function contextOf(email: string, deps: Deps, team?: number): Promise<Context> {
  const { id, teamId } = await membershipByEmail(email, team, deps);
  return createContext(deps, operator(teamId, id));
}
