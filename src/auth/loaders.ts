import DataLoader from 'dataloader';
import type { Database } from '../db/database.ts';
import type { Account, ApiKey } from '../generated/prisma/client.ts';

/** Loads accounts by id, in one SELECT. */
export function accountLoader({ read }: Pick<Database, 'read'>): DataLoader<number, Account | null> {
  return new DataLoader(async (ids) => {
    const rows = await read.account.findMany({ where: { id: { in: [...ids] } } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}

/** Loads the API keys of a team by its id, including revoked ones, oldest first. A viewer has one team. */
export function apiKeyLoader({ read }: Pick<Database, 'read'>): DataLoader<number, ApiKey[]> {
  return new DataLoader((ids) =>
    Promise.all(
      ids.map((teamId) => read.apiKey.findMany({ where: { member: { teamId } }, orderBy: { id: 'asc' } })),
    ),
  );
}
