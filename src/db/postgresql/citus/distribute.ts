import pg from 'pg';
import { AppError } from '../../../errors.ts';
import { asFault } from '../../health/faults.ts';
import { migrate } from '../../migrations/migrate.ts';
import { whereIs } from '../address.ts';
import { connectionConfig, prepare } from '../connections.ts';
import { postgresqlFaults } from '../faults.ts';
import { resolvePostgresql } from '../start/examine.ts';
import { type Extension, findExtension, findNodes, plansAreSet } from './state.ts';
import { distributeTables, type Step } from './tables.ts';

/** Number of the advisory lock for distributing. No other application in the same database uses it. */
const DISTRIBUTION_LOCK = 1_178_944_584;

const refuse = (why: string) => new AppError('invalid', why);

/**
 * Migrates a database and distributes it over the machines of Citus. Tables that grow with the hits are
 * distributed by website, so that all rows of a website are on one machine. The other tables stay where they
 * are.
 *
 * Idempotent: it skips steps that are already done, and two processes may call it at the same time. The three
 * tables are distributed together or not at all. Meanwhile writes of hits wait; reads do not.
 * @param options.shards number of shards of each table; by default Citus's own `citus.shard_count`, 32. It
 *   applies only to tables that are not distributed yet.
 * @throws AppError that says what is missing; DatabaseFault.
 */
export async function distribute(given: string, options: { shards?: number } = {}): Promise<Step[]> {
  const url = await resolvePostgresql(given, false);
  // No timeout: moving the rows of a large table may take long.
  const client = new pg.Client(connectionConfig(url, { integers: 'numbers', statementMs: 0 }));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await prepare(client, url, { readOnly: false });
    // The lock is held until the connection ends.
    await client.query('SELECT pg_advisory_lock($1)', [DISTRIBUTION_LOCK]);
    const machines = [await extension(client, whereIs(url)), await nodes(client, whereIs(url))];
    await migrate(url);
    return [...machines, await plans(client), ...(await distributeTables(client, options.shards))];
  } catch (error) {
    throw asFault(error, postgresqlFaults(url));
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function extension(client: pg.Client, where: string): Promise<Step> {
  const known = await findExtension(client);
  if (!known) throw refuse(`${where} does not have Citus: install it on every node (docs.citusdata.com).`);
  const step = (done: boolean, { version }: Pick<Extension, 'version'>): Step => ({
    what: 'extension',
    done,
    text: `The extension citus ${version} ${done ? 'was created' : 'already exists'}.`,
  });
  if (known.installed) return step(false, known);
  try {
    await client.query('CREATE EXTENSION citus');
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    if (code === '42501')
      throw refuse(
        'The user in DATABASE_URL may not create extensions: ' +
          `let a superuser run CREATE EXTENSION citus in ${where.replace('The', 'the')}, on every node.`,
      );
    if (message.includes('shared_preload_libraries'))
      throw refuse(
        `${where} does not load Citus: put citus first in shared_preload_libraries on every node, ` +
          'and restart it.',
      );
    throw error;
  }
  return step(true, known);
}

async function nodes(client: pg.Client, where: string): Promise<Step> {
  const { isCoordinator, all } = await findNodes(client);
  if (!isCoordinator) throw refuse(`${where} is a Citus worker: DATABASE_URL must point to the coordinator.`);
  const names = all.filter(({ holds }) => holds).map(({ name }) => name);
  // If Citus knows of no machine, it adds this one, which then holds all shards.
  if (all.length > 0 && names.length === 0)
    throw refuse(
      "No Citus node may hold shards: add a node (SELECT citus_add_node('host', 5432)), " +
        'or allow shards on the coordinator ' +
        `(SELECT citus_set_node_property('${all[0]?.host}', ${all[0]?.port}, 'shouldhaveshards', true)).`,
    );
  const text = names.length === 0 ? 'this node only' : names.join(', ');
  return { what: 'nodes', done: false, text: `Shards are stored on ${text}.` };
}

/**
 * Turns jit off on all machines. Each plans its part by itself, and would compile for a hundred milliseconds
 * a statement that runs for one (connections.ts).
 */
async function plans(client: pg.Client): Promise<Step> {
  if (await plansAreSet(client)) return { what: 'plans', done: false, text: 'jit is off on all nodes.' };
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS "name"');
  try {
    await client.query(`ALTER DATABASE ${rows[0]?.name} SET jit = off`);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '42501') throw error;
    const text =
      'jit is on, which makes statistics slow: ' +
      `let the owner of the database run ALTER DATABASE ${rows[0]?.name} SET jit = off.`;
    return { what: 'plans', done: false, text };
  }
  return { what: 'plans', done: true, text: 'jit was turned off on all nodes, for this database.' };
}
