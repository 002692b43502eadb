import { PrismaClient } from '../../generated/prisma/client.ts';
import type { Migrator } from '../migrate.ts';
import { sqliteDialect } from './dialect.ts';
import { sqliteFaults } from './faults.ts';
import { sqliteAdapter } from './open.ts';
import { sqlitePath } from './settings.ts';

const LOCK_WAIT_MS = 10_000;

export function sqliteMigrator(url: string): Migrator {
  const adapter = sqliteAdapter(url, LOCK_WAIT_MS);
  return {
    faults: sqliteFaults(sqlitePath(url)),
    dialect: sqliteDialect,
    adapter,
    // Another process is kept out by the lock of the file, for which the engine waits.
    async alone(work) {
      const client = new PrismaClient({ adapter });
      return work(client).finally(() => client.$disconnect());
    },
  };
}
