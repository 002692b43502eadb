import { openSigner } from '../../../src/auth/signer.ts';
import { hashKey, SCOPES, type Scope } from '../../../src/auth/viewer.ts';
import { ROLE_NAMES, type Role } from '../../../src/validation/roles.ts';
import { NOON, startTestServer, type TestServer } from '../server.ts';
import { sendHit } from '../track.ts';
import {
  ALL_SECRETS,
  addTeams,
  at,
  dayLater,
  ELSEWHERE,
  FOREIGN,
  OPEN,
  OTHER_TEAM,
  PRIVATE,
  restoreRows,
  rowOf,
  SECRETS,
  TEAM,
  times,
} from './rows.ts';

/** Sends the operations of the walk of permissions. */
export interface Viewer {
  name: string;
  /** The headers that identify the viewer. */
  headers: Record<string, string>;
  /** The website that the operations of the viewer ask for. */
  website: number;
  /** Texts that no response to the viewer may contain. */
  secrets: readonly string[];
}

/** A server with two teams, and everybody who may send operations. */
export interface World {
  server: TestServer;
  viewers: readonly Viewer[];
  /** The account of the owner. */
  ownerAccount: number;
  /** The id of a session of the owner that operations may end. */
  doomedSession: string;
  /** Writes the rows again that a successful operation of a viewer deleted or changed. */
  restore(viewer: Pick<Viewer, 'website'>): Promise<void>;
  /** What responses contained that they must not contain. */
  leaks: string[];
}

/** The tokens of shared links to the private website. */
const LINKS = { link: 'l'.repeat(32), 'expired link': 'e'.repeat(32), 'locked link': 'p'.repeat(32) };

/** The token of the shared link that works, for the address of its page. */
export const LINK_TOKEN = LINKS.link;

/** The token of a key is the name of its viewer without blanks. */
const bearer = (name: string) => ({ authorization: `Bearer ${tokenOf(name)}` });
const tokenOf = (name: string) => name.replaceAll(' ', '-');

/** The headers of a key that is restricted to the website that operations may delete. */
export const DOOMED_BEARER = bearer('doomed website');

/** Starts a server with two teams. */
export async function startWorld(): Promise<World> {
  const server = await startTestServer();
  const { db, hashing } = server.deps;
  const signer = await openSigner(server.deps);
  const passwordHash = await hashing.hash('correct horse');
  const viewers: Viewer[] = [];
  const add = (
    name: string,
    headers: Record<string, string>,
    secrets: readonly string[],
    website = PRIVATE,
  ) => viewers.push({ name, headers, website, secrets });

  const addSession = (token: string, { accountId, id: memberId }: { accountId: number; id: number }) => {
    const id = signer.sign('session', token);
    const origin = { device: 'Firefox', country: 'FR', createdAt: at, confirmedAt: at, expiresAt: dayLater };
    const create = { id, accountId, memberId, ...origin };
    return db.write((tx) => tx.session.upsert({ where: { id }, create, update: {} }));
  };
  const addKey = (name: string, memberId: number, scopes: readonly Scope[], more: object = {}) => {
    const data = {
      memberId,
      name: 'Own key',
      hash: hashKey(tokenOf(name)),
      scopes: scopes.join(' '),
      createdAt: at,
    };
    return db.write((tx) => tx.apiKey.create({ data: { ...data, ...more } }));
  };

  /** Adds a member with a session and a key. */
  async function addMember(
    name: string,
    rights: { teamId: number; role: Role; websites?: string },
    domain: string,
    secrets: readonly string[],
  ): Promise<{ id: number; accountId: number }> {
    const account = { email: `${name}@${domain}`, passwordHash, ...times };
    const { id: accountId } = await db.write((tx) => tx.account.create({ data: account }));
    const member = { ...rights, accountId, createdAt: at };
    const { id } = await db.write((tx) => tx.member.create({ data: member }));
    await addSession(`${name}-session`, { id, accountId });
    await addKey(`${name} key`, id, SCOPES, rights.teamId === TEAM ? { name: SECRETS.admin } : {});
    add(name, { cookie: `__Host-footfall_session=${name}-session` }, secrets);
    add(`${name} key`, bearer(`${name} key`), secrets);
    return { id, accountId };
  }

  await db.write((tx) => addTeams(tx));
  const { team, person, statistics, member, editor, admin } = SECRETS;
  const hidden = { viewer: [admin, editor], editor: [admin], admin: [], owner: [] };
  let owner = { id: 0, accountId: 0 };
  for (const role of ROLE_NAMES)
    owner = await addMember(role, { teamId: TEAM, role }, `${person}.test`, hidden[role]);
  const limited = { teamId: TEAM, role: 'editor', websites: String(ELSEWHERE) } as const;
  const notTeam = ALL_SECRETS.filter((text) => text !== team);
  await addMember('limited', limited, 'own.test', notTeam);
  await addMember('other', { teamId: OTHER_TEAM, role: 'owner' }, 'other.test', ALL_SECRETS);
  const former = await addMember('former', { teamId: TEAM, role: 'owner' }, 'own.test', ALL_SECRETS);
  await db.write((tx) => tx.member.delete({ where: { id: former.id } }));

  const ownerKey = async (name: string, secrets: readonly string[], scopes: readonly Scope[], more = {}) => {
    await addKey(name, owner.id, scopes, { name: admin, ...more });
    add(name, bearer(name), secrets);
  };
  for (const scope of SCOPES) {
    const others = SCOPES.filter((one) => one !== scope);
    await ownerKey(`key without ${scope}`, [], others);
    const unread = scope === 'members:write' ? [statistics, member, editor] : [editor, admin];
    await ownerKey(`key with only ${scope}`, unread, [scope]);
  }
  const ofWebsite = SCOPES.filter((scope) => scope !== 'members:write');
  await ownerKey('website key', [team, person, admin], ofWebsite, { websiteId: PRIVATE });
  const ofSegment = { websiteId: PRIVATE, segmentId: rowOf(PRIVATE) };
  const reading = ofWebsite.filter((scope) => scope !== 'websites:write');
  await ownerKey('segment key', [team, person, admin, editor, `${member} 101`], reading, ofSegment);
  await ownerKey('revoked key', ALL_SECRETS, SCOPES, { revokedAt: at });
  await ownerKey('expired key', ALL_SECRETS, SCOPES, { expiresAt: new Date(NOON - 1) });

  add('stranger', {}, ALL_SECRETS);
  add('public', {}, ALL_SECRETS, OPEN);
  for (const [name, token] of Object.entries(LINKS)) {
    const data = { websiteId: PRIVATE, name: editor, token, ...times };
    const bounds = name === 'expired link' ? { expiresAt: at } : {};
    const password = name === 'locked link' ? { passwordHash } : {};
    await db.write((tx) => tx.sharedLink.create({ data: { ...data, ...bounds, ...password } }));
    const secrets = name === 'link' ? ALL_SECRETS.filter((text) => text !== statistics) : ALL_SECRETS;
    add(name, { 'footfall-link': token }, secrets);
  }
  // A token is no key. The row of an accepted or revoked invitation has none any more.
  for (const name of ['expired', 'revoked', 'used']) {
    const token = `${name}-invitation`;
    const invited = { teamId: TEAM, role: 'owner', email: `${name}@invited.test`, createdAt: at };
    const data = { ...invited, tokenHash: hashKey(token), expiresAt: at };
    if (name === 'expired') await db.write((tx) => tx.member.create({ data }));
    add(`${name} invitation`, bearer(token), ALL_SECRETS);
  }

  const events = { teamId: TEAM, accountId: owner.accountId, kind: 'website_created', count: 1 };
  // Later than the events of the walk, because the list begins with the newest one.
  const when = { at: new Date(NOON + 60_000), firstAt: at };
  const origin = { actor: 'api_key', apiKey: admin, device: 'Firefox on Windows', country: 'FR' };
  const data = { ...events, ...when, ...origin, subject: admin, detail: admin };
  await db.write((tx) => tx.securityEvent.create({ data }));
  for (const [website, page] of [
    [PRIVATE, `https://${statistics}.test/${statistics}`],
    [ELSEWHERE, `https://${team}-elsewhere.test/`],
    [OPEN, 'https://open.test/open'],
    [FOREIGN, 'https://foreign.test/'],
  ] as const)
    await sendHit(server, { website: `tracking-${website}`, page });

  const restore = async ({ website }: Pick<Viewer, 'website'>) => {
    await db.write((tx) => restoreRows(tx, website, owner, hashKey(tokenOf('doomed website'))));
    await addSession('doomed-session', owner);
  };
  await restore({ website: PRIVATE });
  const doomedSession = signer.sign('session', 'doomed-session');
  return { server, viewers, ownerAccount: owner.accountId, doomedSession, restore, leaks: [] };
}

let requests = 0;

/** Sends a request of a viewer, each from an address of its own, and returns the status and the text. */
export async function send(
  { server, leaks }: World,
  viewer: Viewer,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; text: string }> {
  requests += 1;
  const from = `198.51.${Math.floor(requests / 250)}.${(requests % 250) + 1}`;
  const own = { 'x-forwarded-for': from, 'sec-fetch-site': 'same-origin', ...viewer.headers };
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  const response = await server.call(path, { ...init, headers, key: null });
  const text = await response.text();
  leaks.push(...leaksOf(viewer, path, text));
  return { status: response.status, text };
}

/** The texts of a response that its viewer may not read. */
export const leaksOf = ({ name, secrets }: Viewer, what: string, text: string): string[] =>
  secrets
    .filter((secret) => text.toLowerCase().includes(secret))
    .map((secret) => `${name}, ${what}: ${secret}`);

/** Does something for all viewers at the same time. For operations that change nothing. */
export const forEach = async (
  viewers: readonly Viewer[],
  ask: (viewer: Viewer) => Promise<unknown>,
): Promise<void> => void (await Promise.all(viewers.map(ask)));
