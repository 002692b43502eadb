import type { Database, Transaction } from '../../../src/db/database.ts';
import { openDatabase, openDirect } from '../../../src/db/open.ts';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import type { Hit } from '../../../src/ingest/hit.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';

/** Repeated from server.ts, because importing it would load the server in tests that have none. */
const NOON = Date.UTC(2026, 10, 21, 12);

/** The copied tables: all but chunks, which are derived from visits and hits. */
export const MODELS = Object.values(Prisma.ModelName).filter(
  (name) => name !== 'Chunk' && name !== 'MonthSums',
);

/** Creates two accounts and four websites, and deletes the fourth. */
export async function register(tx: Transaction): Promise<void> {
  const times = { createdAt: new Date(NOON), updatedAt: new Date(NOON + 1) };
  for (const name of ['a', 'b']) {
    await tx.account.create({
      data: { email: `${name}@example.com`, passwordHash: `$${name}`, language: 'de', ...times },
    });
    await tx.team.create({ data: { name: `Team "${name}"`, ...times } });
  }
  const joined = { createdAt: new Date(NOON) };
  await tx.member.create({ data: { teamId: 1, accountId: 1, role: 'owner', ...joined } });
  await tx.member.create({ data: { teamId: 2, accountId: 2, role: 'owner', ...joined } });
  await tx.member.create({ data: { teamId: 1, accountId: 2, role: 'viewer', websites: '2 4', ...joined } });
  const invitation = { email: 'c@example.com', tokenHash: 't1', expiresAt: new Date(NOON + 7) };
  await tx.member.create({ data: { teamId: 2, role: 'editor', ...invitation, ...joined } });
  for (const number of [1, 2, 3, 4])
    await tx.website.create({
      data: {
        teamId: 1 + (number % 2),
        url: `https://${number}.example`,
        domain: `${number}.example`,
        privacy: number % 3,
        passwordHash: number === 2 ? '$x' : null,
        email: number === 1,
        emailSince: new Date(NOON + 7),
        excludeBots: number !== 1,
        excludeIps: number === 3 ? '10.0.0.0/8\n::1' : null,
        hosts: number === 3 ? 'example.org\nfile:' : null,
        query: number === 3 ? 'p' : null,
        aliases: number === 3 ? 'shop.example.com' : null,
        dailyLimit: number === 3 ? 0 : null,
        hideBelow: number === 2 ? 5 : null,
        timezone: 'Europe/Berlin',
        trackingId: `tracking${number}`,
        ...times,
      },
    });
  await tx.website.delete({ where: { id: 4 } });
  for (const domain of ['3.example', '4.example'])
    await tx.websiteChange.create({ data: { websiteId: 4, domain } });
  await tx.websiteChange.delete({ where: { id: 2 } });
  await tx.session.create({
    data: {
      id: 's1',
      accountId: 2,
      memberId: 3,
      createdAt: new Date(NOON),
      expiresAt: new Date(NOON + 4),
      lastSeenAt: new Date(NOON + 8),
      confirmedAt: new Date(NOON + 9),
      device: 'Firefox on Linux',
      country: 'DE',
      method: 'password_totp',
    },
  });
  await tx.accountToken.create({
    data: {
      id: 't1',
      accountId: 2,
      kind: 'email_change',
      email: 'new@2.example',
      createdAt: new Date(NOON),
      expiresAt: new Date(NOON + 5),
    },
  });
  await tx.secondFactor.create({
    data: {
      accountId: 1,
      kind: 'totp',
      name: 'Phone',
      createdAt: new Date(NOON),
      enabledAt: new Date(NOON + 1),
      lastUsedAt: new Date(NOON + 2),
      secret: 'encrypted',
      lastStep: 59_000_000,
    },
  });
  await tx.secondFactor.create({
    data: {
      accountId: 2,
      kind: 'passkey',
      name: 'Laptop',
      createdAt: new Date(NOON),
      enabledAt: new Date(NOON),
      credentialId: 'credential',
      publicKey: 'key',
      counter: 4_294_967_295n,
      transports: 'internal hybrid',
      lastChallengeAt: new Date(NOON + 5),
    },
  });
  for (const hash of ['h1', 'h2']) await tx.recoveryCode.create({ data: { accountId: 1, hash } });
  await tx.identity.create({
    data: {
      accountId: 1,
      issuer: 'https://id.example.com',
      subject: 'Ann',
      provider: 'company',
      groupRole: 'editor',
      createdAt: new Date(NOON),
      lastUsedAt: new Date(NOON + 6),
    },
  });
  await tx.securityEvent.create({
    data: {
      teamId: 2,
      accountId: 1,
      kind: 'privacy_changed',
      at: new Date(NOON + 1),
      firstAt: new Date(NOON),
      count: 3,
      actor: 'api_key',
      device: 'Chrome on Android',
      apiKey: 'ci',
      country: 'JP',
      subject: '1.example',
      detail: 'private → public',
    },
  });
  for (const name of ['Ä', 'b'])
    await tx.segment.create({
      data: { websiteId: 2, name, nameKey: name.toLowerCase(), filter: '{"os":{"in":["\\"‘"]}}', ...times },
    });
  await tx.segment.delete({ where: { id: 1 } });
  for (const isPublic of [true, false])
    await tx.annotation.create({
      data: { websiteId: 2, day: 20_261_121, text: 'Deployed “2.0” 🚀', isPublic, ...times },
    });
  for (const name of ['Ä', 'b']) {
    const filter = '{"property":{"in":["\\"‘"],"name":"plan"}}';
    const named = { websiteId: 2, name, nameKey: name.toLowerCase(), ...times };
    await tx.goal.create({ data: { ...named, filter } });
    const asks = { scope: 'visit', strict: name === 'b', within: name === 'b' ? 60 : null };
    await tx.funnel.create({ data: { ...named, ...asks, steps: `[{"goal":"2"},{"filter":${filter}}]` } });
  }
  await tx.goal.delete({ where: { id: 1 } });
  const key = { memberId: 1, scopes: 'stats:read', createdAt: new Date(NOON) };
  await tx.apiKey.create({ data: { ...key, name: 'ci', hash: 'h1' } });
  const limits = { websiteId: 2, segmentId: 2 };
  const dates = { expiresAt: new Date(NOON + 2), lastUsedAt: new Date(NOON + 3), revokedAt: new Date(0) };
  await tx.apiKey.create({ data: { ...key, name: "O'Neill 🔑", hash: 'h2', ...limits, ...dates } });
  await tx.sharedLink.create({ data: { websiteId: 1, name: 'Agency', token: 'token1', ...times } });
  const settings = { passwordHash: '$y', segmentId: 2, panels: 'country page' };
  await tx.sharedLink.create({
    data: {
      websiteId: 2,
      name: "O'Neill 🔗",
      token: 'token2',
      ...times,
      ...settings,
      expiresAt: new Date(NOON + 2),
      lastUsedAt: new Date(NOON + 3),
    },
  });
  for (const period of ['2026-W46', '2026-10'])
    await tx.report.create({
      data: {
        websiteId: 1,
        period,
        state: 'waiting',
        attempts: 2,
        createdAt: new Date(NOON),
        error: '451 ‘later’',
        nextAt: new Date(NOON + 5),
        sentAt: period === '2026-10' ? new Date(NOON + 6) : null,
        claim: 'a claim',
      },
    });
  const imported = { websiteId: 2, source: 'plausible', files: 'a.zip\n‘b’.zip', startedBy: 'a@example.com' };
  for (const hash of ['f1', 'f2'])
    await tx.import.create({
      data: {
        ...imported,
        ...{ hash, state: 'done', error: '‘none’', firstDay: 20_250_101, lastDay: 20_250_131, rows: 7n },
        ...{ firstId: 2n ** 62n, lastId: 2n ** 62n + 1n, cutAt: new Date(NOON + 7), dimensions: 'page' },
        ...{ activeAt: new Date(NOON + 8), createdAt: new Date(NOON), finishedAt: new Date(NOON + 9) },
      },
    });
  await tx.import.delete({ where: { id: 1 } });
  const sums = { visitors: 1n, visits: 2n, pageviews: 2n ** 62n + 1n, events: 0n, bounces: 1n, duration: 9n };
  await tx.importedSum.create({
    data: { websiteId: 2, day: 20_250_101, dimension: 'page', value: '/“ü', importId: 2, ...sums },
  });
  await tx.salt.create({ data: { day: 20_261_121, salt: Uint8Array.from({ length: 32 }, (_, i) => i * 8) } });
  await tx.setting.create({ data: { key: 'instances', value: '7' } });
  await tx.lease.create({ data: { name: 'jobs', holder: 'x', until: new Date(NOON + 999) } });
  for (const websiteId of [1, 2, 4])
    await tx.websiteLock.create({ data: { websiteId, deleted: websiteId === 4 } });
  await tx.hitId.create({ data: { websiteId: 1, day: 20_261_121, at: 2n ** 62n, id: -(2n ** 63n) } });
  await tx.pendingDay.create({ data: { websiteId: 2, day: 20_261_001 } });
  const chunk = { pageviews: 1n, events: 0n, revision: 1n, data: Uint8Array.of(1, 2, 3) };
  await tx.chunk.create({ data: { websiteId: 1, day: 20_261_121, ...chunk } });
  await tx.drop.create({ data: { websiteId: 0, day: 20_261_121, reason: 'bot', count: 2n ** 62n + 1n } });
}

/** Hits with integers that a double cannot represent and texts that need escaping in SQL and JSON. */
export function hits(): Hit[] {
  const visitors = [-(2n ** 63n), 2n ** 63n - 1n, 9_007_199_254_740_993n, -9_007_199_254_740_993n, 0n];
  return Array.from({ length: 90 }, (_, index) => ({
    websiteId: 1 + (index % 3),
    at: NOON + index * 60_000,
    day: 20_261_120 + (index % 2),
    hour: index % 24,
    visitor: visitors[index % visitors.length] ?? 0n,
    path: ['/', "/it's", '/\\"{}', '/日本/🦶', ''][index % 5] ?? '',
    event:
      index % 4 === 0
        ? {
            name: 'Buy',
            value: [0.1, 1e300, -5, null][(index / 4) % 4] ?? null,
            unit: 'EUR',
            revenue:
              index % 8 === 0 ? { amount: 10n ** 16n - BigInt(index + 1), currency: 'EUR' } : undefined,
          }
        : null,
    properties: index % 3 === 0 ? '{"plan":"\\"‘日本"}' : null,
    dimensions: {
      referrer: index % 2 ? 'r.example' : '',
      campaign: 'c',
      source: index % 2 ? 'r.example' : '',
      channel: index % 2 ? 'Referral' : 'Direct',
      utm_source: "o'clock",
      utm_medium: '日本',
      utm_term: '',
      utm_content: '"',
      browser: 'Firefox',
      os: 'Linux',
      device: 'desktop',
      language: 'de',
      resolution: '1x1',
      continent: 'EU',
      country: 'DE',
      city: 'Köln, NRW, DE',
    },
  }));
}

/** Opens a database, uses it and closes it. */
export async function withDatabase<T>(url: string, use: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(url);
  return use(db).finally(() => db.close());
}

/** Fills an empty database at the newest migration with the content. */
export async function fill(url: string): Promise<void> {
  await withDatabase(url, (db) => db.write(register));
  let id = 2n ** 63n - 1_000n;
  const direct = await openDirect(url);
  await direct.transaction((tx) => storeHits(tx, hits(), () => id++)).finally(() => direct.close());
}

type Rows = Record<string, unknown>[];

/** All rows of a table. */
export const rowsOf = (db: Database, model: string): Promise<Rows> =>
  (db.read as unknown as Record<string, { findMany(): Promise<Rows> }>)[
    model.charAt(0).toLowerCase() + model.slice(1)
  ]?.findMany() ?? Promise.resolve([]);

/** Every row of every table, in Prisma's representation, which is the same on both databases. */
export const content = (url: string): Promise<Record<string, string[]>> =>
  withDatabase(url, async (db) => {
    const text = (row: object) =>
      JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
    const tables = MODELS.map(async (model) => [model, (await rowsOf(db, model)).map(text).sort()] as const);
    return Object.fromEntries(await Promise.all(tables));
  });
