import { statementNames } from '../connections.ts';
import type { Shard } from './shards.ts';
import { TABLES } from './tables.ts';

/** A prepared statement. */
export interface Statement {
  name: string;
  text: string;
}

/** Statements on the shards of one machine. Each is prepared once per connection. */
export interface ShardStatements {
  /** Returns the statement on the tables of one shard. */
  one(shard: Shard, text: string): Statement;
  /**
   * Returns one statement that does the same on several shards, which takes half the time of one for each.
   * Its parameters are those of the first shard, then those of the second, and so on; NULL does nothing.
   * @param parameters the number of parameters of the statement.
   * @param returns whether the statement returns rows. Then this returns those of all shards, in their order.
   */
  several(shards: readonly Shard[], text: string, parameters: number, returns: boolean): Statement;
}

const TABLE = new RegExp(`"(${TABLES.join('|')})"`, 'g');
const PARAMETER = /\$(\d+)/g;

export function createShardStatements(): ShardStatements {
  const nameOf = statementNames();
  const known = new Map<string, Map<string, Statement>>();

  function cached(key: string, text: string, create: () => string): Statement {
    const statements = known.get(key) ?? new Map<string, Statement>();
    known.set(key, statements);
    let statement = statements.get(text);
    if (!statement) {
      const created = create();
      statement = { name: nameOf(created), text: created };
      statements.set(text, statement);
    }
    return statement;
  }

  return {
    one: (shard, text) => cached(String(shard.id), text, () => onShard(shard, text)),
    several: (shards, text, parameters, returns) =>
      cached(shards.map(({ id }) => id).join(' '), text, () => onSeveral(shards, text, parameters, returns)),
  };
}

const onShard = ({ names }: Shard, text: string) =>
  text.replace(TABLE, (_, table: string) => `"${names.get(table)}"`);

function onSeveral(shards: readonly Shard[], text: string, parameters: number, returns: boolean): string {
  const parts = shards.map((shard, index) => {
    const before = index * parameters;
    const own = onShard(shard, text).replace(PARAMETER, (_, number) => `$${Number(number) + before}`);
    return `"s${index}" AS (${own})`;
  });
  const rows = shards.map((_, index) => `SELECT * FROM "s${index}"`).join(' UNION ALL ');
  return `WITH ${parts.join(', ')} ${returns ? rows : 'SELECT'}`;
}
