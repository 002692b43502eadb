/** Databases on the cluster that CITUS_URL names. Each has the same name on every machine. */
import { runStatements } from './statements.mjs';

/**
 * @param {string} url a database of the coordinator. If it has the Citus extension, its nodes form the
 *   cluster; otherwise the cluster consists of this machine only.
 */
export async function openCluster(url) {
  const at = (name, host, port) => {
    const there = new URL(url);
    there.pathname = name;
    if (host) Object.assign(there, { hostname: host, port: String(port) });
    return there.href;
  };
  const home = new URL(url).pathname.slice(1);
  const [{ known }] = await runStatements(url, `SELECT to_regclass('pg_dist_node') IS NOT NULL AS "known"`);
  const nodes = known
    ? await runStatements(
        url,
        "SELECT * FROM pg_dist_node WHERE isactive AND noderole = 'primary' ORDER BY groupid",
      )
    : [];
  const [self = null, ...workers] = nodes;
  const machines = self ? nodes.map((node) => [node.nodename, node.nodeport]) : [[]];

  /** Runs statements on all machines in parallel. */
  const everywhere = (database, ...statements) =>
    Promise.all(machines.map(([host, port]) => runStatements(at(database, host, port), ...statements)));

  return {
    /** The number of machines with shards. */
    machines: Math.max(workers.length, 1),
    url: (name) => at(name),
    sql: (name, ...statements) => runStatements(at(name), ...statements),
    everywhere,
    /** The addresses of the workers. */
    workers: workers.map(({ nodename, nodeport }) => ({ host: nodename, port: nodeport })),
    /**
     * Creates an empty database with Citus on every machine, and adds the workers to it.
     * @param {{host: string, port: number}[]} [addresses] the addresses of the workers in this database;
     *   their own by default.
     */
    async create(name, addresses) {
      await everywhere(home, `CREATE DATABASE ${name}`);
      await everywhere(name, 'CREATE EXTENSION citus');
      if (!self) return;
      const own = `'${self.nodename}', ${self.nodeport}`;
      await runStatements(
        at(name),
        `SELECT citus_set_coordinator_host(${own})`,
        ...(addresses ?? this.workers).map(({ host, port }) => `SELECT citus_add_node('${host}', ${port})`),
        `SELECT citus_set_node_property(${own}, 'shouldhaveshards', ${self.shouldhaveshards})`,
      );
    },
    /** A template must not have connections, and the maintenance daemon of Citus is always connected. */
    async freeze(name) {
      await everywhere(
        home,
        `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
      );
    },
    copy: (name, template) => everywhere(home, `CREATE DATABASE ${name} TEMPLATE ${template}`),
    async drop(name) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await everywhere(home, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        } catch (error) {
          // The maintenance daemon of Citus may be connecting again. 55006: the database is in use.
          if (error.code !== '55006' || attempt === 5) throw error;
        }
      }
    },
    /** Drops all databases whose names begin with `prefix`. */
    async dropAll(prefix) {
      const found = await runStatements(
        url,
        `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}')`,
      );
      for (const { datname } of found) await this.drop(datname);
    },
  };
}
