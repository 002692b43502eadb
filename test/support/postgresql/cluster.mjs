/** Databases on the cluster that CITUS_URL names: on each of its machines one of the same name. */
import { runStatements } from './statements.mjs';

/**
 * @param {string} url a database of the coordinator; where Citus is in it, its machines are the cluster's, otherwise it is alone.
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

  /** Everywhere, at the same time. */
  const everywhere = (database, ...statements) =>
    Promise.all(machines.map(([host, port]) => runStatements(at(database, host, port), ...statements)));

  return {
    /** How many machines have shards. */
    machines: Math.max(workers.length, 1),
    url: (name) => at(name),
    sql: (name, ...statements) => runStatements(at(name), ...statements),
    everywhere,
    /** An empty database, in which the machines know each other. */
    async create(name) {
      await everywhere(home, `CREATE DATABASE ${name}`);
      await everywhere(name, 'CREATE EXTENSION citus');
      if (!self) return;
      const own = `'${self.nodename}', ${self.nodeport}`;
      await runStatements(
        at(name),
        `SELECT citus_set_coordinator_host(${own})`,
        ...workers.map((node) => `SELECT citus_add_node('${node.nodename}', ${node.nodeport})`),
        `SELECT citus_set_node_property(${own}, 'shouldhaveshards', ${self.shouldhaveshards})`,
      );
    },
    /** Lets a database be copied: nobody may be in it then, and the maintenance daemon of Citus always is. */
    async freeze(name) {
      await everywhere(
        home,
        `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
      );
    },
    copy: (name, template) => everywhere(home, `CREATE DATABASE ${name} TEMPLATE ${template}`),
    drop: (name) => everywhere(home, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    /** Those whose names begin so. */
    async dropAll(prefix) {
      const found = await runStatements(
        url,
        `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}')`,
      );
      for (const { datname } of found) await this.drop(datname);
    },
  };
}
