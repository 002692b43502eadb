import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Transaction } from './database.ts';
import { asFault, type Faults } from './health/faults.ts';
import type { Dialect } from './sql/dialect.ts';

type PrismaTransaction = Omit<Transaction, 'dialect'>;

/** Prisma's transaction, which also says what dialect its database has. */
export function withDialect(tx: PrismaTransaction, dialect: Dialect): Transaction {
  return new Proxy(tx, {
    get: (target, name) => (name === 'dialect' ? dialect : Reflect.get(target, name, target)),
  }) as Transaction;
}

/** A client whose operations fail with DatabaseFaults instead of what the database says. */
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
