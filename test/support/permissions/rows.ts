import { dayNumber } from '../../../src/calendar/days.ts';
import type { Transaction } from '../../../src/db/database.ts';
import { NOON } from '../server.ts';

/** The teams of the walk: the one whose rows are asked for, and another one. */
export const TEAM = 100;
export const OTHER_TEAM = 200;

/** The websites of the team: the one that is asked for, that of the limited members, and the public one. */
export const PRIVATE = 1;
export const ELSEWHERE = 2;
export const OPEN = 3;
/** The website of the other team. */
export const FOREIGN = 4;
/** A website that operations may delete, with a key that is restricted to it. */
export const DOOMED_WEBSITE = 50;

/** The id of the rows of a website, of each kind; the next id is that of rows that operations may delete. */
export const rowOf = (website: number): number => website * 100;
export const doomedOf = (website: number): number => rowOf(website) + 1;

/** The id of the member with the role viewer. */
export const FIRST_MEMBER = 2;
/** Ids of rows that operations may change or delete: invitations, a key, a second factor, and an identity. */
export const INVITED = 60;
export const INVITED_OWNER = 61;
export const DOOMED_KEY = 70;
export const FACTOR = 80;
export const IDENTITY = 90;

/** Texts in stored rows, by who may read them. */
export const SECRETS = {
  /** The team and its websites. */
  team: 'kestrel',
  /** Other members of the team. */
  person: 'merlin',
  /** The address and the statistics of the private website. */
  statistics: 'heron',
  /** The settings of a website, and what else only members see of it. */
  member: 'osprey',
  /** Names of shared links. */
  editor: 'harrier',
  /** Names of API keys, invited persons, and the security log. */
  admin: 'goshawk',
} as const;
export const ALL_SECRETS = Object.values(SECRETS);

export const at = new Date(NOON);
export const dayLater = new Date(NOON + 86_400_000);
export const times = { createdAt: at, updatedAt: at };

const DAY = dayNumber('2026-11-21');
const STEP = { filter: { page: { in: [`/${SECRETS.statistics}`] } } };
const FILTER = JSON.stringify(STEP.filter);

const website = (id: number, teamId: number, domain: string, text: string, privacy = 1) => ({
  id,
  teamId,
  url: `https://${domain}`,
  domain,
  privacy,
  email: true,
  excludeBots: true,
  excludeIps: '203.0.113.7',
  hosts: `${text}-host.test`,
  query: text,
  aliases: `${text}-alias-${id}`,
  dailyLimit: 1_000_000,
  timezone: 'UTC',
  trackingId: `tracking-${id}`,
  ...times,
});

/** Adds the teams and their websites. */
export async function addTeams(tx: Transaction): Promise<void> {
  const { team, statistics, member } = SECRETS;
  await tx.team.create({ data: { id: TEAM, name: team, ...times } });
  await tx.team.create({ data: { id: OTHER_TEAM, name: 'Others', ...times } });
  for (const data of [
    website(PRIVATE, TEAM, `${statistics}.test`, member),
    website(ELSEWHERE, TEAM, `${team}-elsewhere.test`, 'own'),
    website(OPEN, TEAM, 'open.test', member, 0),
    website(FOREIGN, OTHER_TEAM, 'foreign.test', 'own'),
  ])
    await tx.website.create({ data });
  for (const websiteId of [PRIVATE, OPEN]) {
    const report = { period: '2026-W46', state: 'waiting', attempts: 1, nextAt: at, sentAt: at };
    await tx.report.create({ data: { websiteId, ...report, error: member, createdAt: at } });
    await tx.drop.create({ data: { websiteId, day: DAY, reason: 'bot', count: 1 } });
    await addRows(tx, websiteId, rowOf(websiteId));
    await addRows(tx, websiteId, doomedOf(websiteId));
  }
}

/** Adds what belongs to a website, as far as it is missing: a row of each kind. */
async function addRows(tx: Transaction, websiteId: number, id: number): Promise<void> {
  const { member, statistics, editor, person } = SECRETS;
  const missing = <Row extends object>(row: Row) => ({ where: { id }, create: row, update: {} });
  // Open pages show the names of goals and funnels, and not their conditions.
  const shown = websiteId === OPEN ? 'open' : statistics;
  const named = (name: string) => ({ id, websiteId, name: `${name} ${id}`, nameKey: `${name} ${id}` });
  await tx.segment.upsert(missing({ ...named(member), filter: FILTER, ...times }));
  await tx.goal.upsert(missing({ ...named(shown), filter: FILTER, ...times }));
  const funnel = { steps: JSON.stringify([STEP, STEP]), scope: 'visit', strict: false, within: 60 };
  await tx.funnel.upsert(missing({ ...named(shown), ...funnel, ...times }));
  const bounds = { panels: 'page', segmentId: rowOf(websiteId), expiresAt: dayLater, lastUsedAt: at };
  const link = { id, websiteId, name: `${editor} ${id}`, token: `${id}`.padEnd(32, 'x') };
  await tx.sharedLink.upsert(missing({ ...link, ...bounds, ...times }));
  const note = { id, websiteId, day: DAY, text: `${member} ${id}`, isPublic: false };
  await tx.annotation.upsert(missing({ ...note, ...times }));
  const file = { id, websiteId, source: 'log', hash: '', files: `${member}.log` };
  const state = { state: 'failed', error: member, startedBy: `owner@${person}.test` };
  const days = { firstDay: DAY, lastDay: DAY, cutAt: at, finishedAt: at, activeAt: at, createdAt: at };
  await tx.import.upsert(missing({ ...file, ...state, ...days }));
}

/** Writes the rows again that an operation on a website may have deleted or changed. */
export async function restoreRows(
  tx: Transaction,
  websiteId: number,
  owner: { id: number; accountId: number },
  keyHash: string,
): Promise<void> {
  const doomed = website(DOOMED_WEBSITE, TEAM, `${SECRETS.team}-doomed.test`, SECRETS.member);
  await tx.website.upsert({ where: { id: DOOMED_WEBSITE }, create: doomed, update: {} });
  await addRows(tx, websiteId, doomedOf(websiteId));
  for (const [id, role] of [
    [INVITED, 'viewer'],
    [INVITED_OWNER, 'owner'],
  ] as const) {
    const person = { id, teamId: TEAM, role, email: `${SECRETS.admin}-${id}@invited.test` };
    const create = { ...person, createdAt: at, expiresAt: dayLater };
    await tx.member.upsert({ where: { id }, create, update: { role } });
  }
  const key = { memberId: owner.id, name: SECRETS.admin, createdAt: at };
  for (const create of [
    { ...key, id: DOOMED_KEY, hash: 'doomed', scopes: 'stats:read' },
    { ...key, id: DOOMED_KEY + 1, hash: keyHash, scopes: 'websites:write', websiteId: DOOMED_WEBSITE },
  ])
    await tx.apiKey.upsert({ where: { id: create.id }, create, update: { revokedAt: null } });
  const login = {
    id: IDENTITY,
    accountId: owner.accountId,
    provider: 'example',
    createdAt: at,
    lastUsedAt: at,
  };
  const identity = { ...login, issuer: 'https://id.test', subject: SECRETS.person };
  await tx.identity.upsert({ where: { id: IDENTITY }, create: identity, update: {} });
  const factor = { id: FACTOR, accountId: owner.accountId, kind: 'totp', name: SECRETS.person };
  const create = { ...factor, createdAt: at, enabledAt: at, lastUsedAt: at };
  await tx.secondFactor.upsert({ where: { id: FACTOR }, create, update: {} });
}
