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

/** Loads the API keys of teams by the team's id, including revoked ones, oldest first. In one SELECT. */
export function apiKeyLoader({ read }: Pick<Database, 'read'>): DataLoader<number, ApiKey[]> {
  return new DataLoader(async (ids) => {
    const rows = await read.apiKey.findMany({
      where: { member: { teamId: { in: [...ids] } } },
      orderBy: { id: 'asc' },
      include: { member: { select: { teamId: true } } },
    });
    const byTeam = new Map(ids.map((id) => [id, [] as ApiKey[]]));
    for (const { member, ...row } of rows) byTeam.get(member.teamId)?.push(row);
    return ids.map((id) => byTeam.get(id) ?? []);
  });
}
