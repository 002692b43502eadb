import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Transaction } from './database.ts';
import { asFault, type Faults } from './health/faults.ts';
import type { Dialect } from './sql/dialect.ts';

type PrismaTransaction = Omit<Transaction, 'dialect'>;

/** Adds the dialect of the database to Prisma's transaction. */
export function withDialect(tx: PrismaTransaction, dialect: Dialect): Transaction {
  return new Proxy(tx, {
    get: (target, name) => (name === 'dialect' ? dialect : Reflect.get(target, name, target)),
  }) as Transaction;
}

/** Returns a client whose operations throw DatabaseFaults instead of the database's own errors. */
export function withFaults(client: PrismaClient, faults: Faults): PrismaClient {
  return client.$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          return await query(args);
        } catch (error) {
          throw asFault(error, faults);
        }
      },
    },
  }) as unknown as PrismaClient;
}
