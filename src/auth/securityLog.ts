import { DAY_MS } from '../calendar/days.ts';
import type { Transaction } from '../db/database.ts';
import type { AuthContext, AuthDeps } from './context.ts';
import { describeDevice } from './devices.ts';
import { type Actor, CAUSED_BY_STRANGERS, type SecurityEventKind } from './securityEvents.ts';

const HOUR_MS = 3_600_000;
export const MAX_AGE_MS = 365 * 24 * HOUR_MS;
/** Maximum number of events of an account: of those that anonymous clients can cause, and of all others. */
export const MAX_ROWS = { strangers: 200, others: 800 } as const;
const MAX_TEXT = 200;

/** The team that an event is about, or the person if it is about one person. */
type Concerned = { teamId: number; accountId?: never } | { accountId: number; teamId?: never };

/** An event for the security log of a team or a person. */
export type SecurityEvent = Concerned & {
  kind: SecurityEventKind;
  /** The object of the action, such as a website's domain. */
  subject?: string | undefined;
  /** Details of the change, such as `3 sessions`. */
  detail?: string | undefined;
};

/** Who caused an event, and from where. Contains neither an IP address nor a User-Agent. */
interface Origin {
  actor: Actor;
  /** The person; null if it is unknown. */
  accountId: number | null;
  device: string;
  country: string;
  apiKey: string | null;
}

/** The origin of changes by the command line on the server. */
export const COMMAND_LINE: Origin = {
  actor: 'command_line',
  accountId: null,
  device: '',
  country: '',
  apiKey: null,
};

export type EventContext = Pick<
  AuthContext,
  'db' | 'log' | 'now' | 'viewer' | 'address' | 'userAgent' | 'countryOf'
>;

/** Returns the origin of a request. The name of its API key is read later, when the event is written. */
export function originOf({ viewer, address, userAgent, countryOf }: EventContext): Origin {
  const place = {
    device: describeDevice(userAgent),
    country: address ? countryOf(address) : '',
    apiKey: null,
  };
  if (viewer.kind === 'anonymous') return { ...place, actor: 'stranger', accountId: null };
  const { accountId } = viewer;
  if (viewer.session) return { ...place, actor: 'browser', accountId };
  return viewer.key ? { ...place, device: '', actor: 'api_key', accountId } : COMMAND_LINE;
}

/**
 * Runs a change in a transaction, and stores its security events in the same transaction. After the commit,
 * each event is also written to the server's log.
 * @param origin by default that of the request.
 */
export async function audited<T>(
  context: EventContext,
  change: (tx: Transaction, record: (event: SecurityEvent) => void) => Promise<T>,
  origin: Origin = originOf(context),
): Promise<T> {
  let events: SecurityEvent[] = [];
  const result = await context.db.write(async (tx) => {
    events = [];
    const done = await change(tx, (event) => void events.push(event));
    for (const event of events) await insertEvent(tx, event, await named(tx, origin, context), context.now());
    return done;
  });
  for (const event of events) say(context, event, origin);
  return result;
}

/** Stores an event that belongs to no other change. */
export function recordEvent(context: EventContext, event: SecurityEvent, origin?: Origin): Promise<void> {
  return audited(context, async (_tx, record) => record(event), origin);
}

/**
 * Records an event of an anonymous client. A similar event that began less than an hour ago is counted up
 * instead. Returns immediately: the response time must not reveal whether the account exists.
 */
export function recordStranger(context: EventContext, event: SecurityEvent): void {
  recordRepeated(context, event, { ...originOf(context), actor: 'stranger', accountId: null, apiKey: null });
}

/** As {@link recordStranger}, for an event of any client that may be repeated without a limit. */
export function recordRepeated(
  context: EventContext,
  event: SecurityEvent,
  origin: Origin = originOf(context),
): void {
  say(context, event, origin);
  setImmediate(() => {
    context.db
      .write(async (tx) => add(tx, event, await named(tx, origin, context), context.now()))
      .catch((error) => context.log.warn({ err: error }, 'An event could not be added to the security log'));
  });
}

async function named(tx: Transaction, origin: Origin, { viewer }: EventContext): Promise<Origin> {
  if (origin.actor !== 'api_key' || viewer.kind === 'anonymous' || !viewer.key) return origin;
  const key = await tx.apiKey.findUnique({ where: { id: viewer.key.id }, select: { name: true } });
  return { ...origin, apiKey: key?.name ?? null };
}

/** The rows of the log that an event belongs to. */
function logOf({ teamId, accountId }: SecurityEvent): { teamId: number | null; accountId?: number } {
  return accountId === undefined ? { teamId } : { teamId: null, accountId };
}

/** Inserts an event, and deletes old events of the team or the person beyond the maximum. */
export async function insertEvent(
  tx: Transaction,
  event: SecurityEvent,
  origin: Origin,
  now: number,
): Promise<void> {
  const { kind, teamId = null, accountId = origin.accountId, subject, detail } = event;
  const at = new Date(now);
  const texts = { subject: subject?.slice(0, MAX_TEXT) ?? null, detail: detail?.slice(0, MAX_TEXT) ?? null };
  await tx.securityEvent.create({
    data: { ...origin, kind, teamId, accountId, at, firstAt: at, count: 1, ...texts },
  });
  const strangers = isByStrangers(kind);
  const past = await tx.securityEvent.findMany({
    where: {
      ...logOf(event),
      kind: { [strangers ? 'in' : 'notIn']: [...CAUSED_BY_STRANGERS] },
      // Otherwise, other events would evict those that a limit counts (countOfDay).
      NOT: { kind: { in: [...COUNTED] }, at: { gt: new Date(now - DAY_MS) } },
    },
    orderBy: { id: 'desc' },
    skip: MAX_ROWS[strangers ? 'strangers' : 'others'],
    take: 100,
    select: { id: true },
  });
  if (past.length > 0) await tx.securityEvent.deleteMany({ where: { id: { in: past.map(({ id }) => id) } } });
}

/** The kinds of events that limits of a day count. Their number is limited thereby. */
const COUNTED = ['member_invited', 'team_created'] as const satisfies SecurityEventKind[];

/** Counts the events of a kind in the last 24 hours, in the log of a team or of a person. */
export function countOfDay(
  tx: Transaction,
  event: SecurityEvent & { kind: (typeof COUNTED)[number] },
  now: number,
): Promise<number> {
  const { kind, subject } = event;
  const about = subject === undefined ? {} : { subject: subject.slice(0, MAX_TEXT) };
  return tx.securityEvent.count({
    where: { ...logOf(event), ...about, kind, at: { gt: new Date(now - DAY_MS) } },
  });
}

async function add(tx: Transaction, event: SecurityEvent, origin: Origin, now: number): Promise<void> {
  const { kind, subject = null } = event;
  const firstAt = { gt: new Date(now - HOUR_MS) };
  const where = { ...logOf(event), kind, subject, firstAt };
  const alike = await tx.securityEvent.findFirst({ where, orderBy: { id: 'desc' } });
  if (!alike) return insertEvent(tx, event, origin, now);
  const device = alike.device === origin.device ? origin.device : '';
  const country = alike.country === origin.country ? origin.country : '';
  const data = { count: alike.count + 1, at: new Date(now), device, country };
  await tx.securityEvent.update({ where: { id: alike.id }, data });
}

const isByStrangers = (kind: SecurityEventKind) => (CAUSED_BY_STRANGERS as readonly string[]).includes(kind);

function say({ log }: EventContext, event: SecurityEvent, origin: Origin): void {
  const { kind, ...rest } = event;
  writeLine({ log }, kind, rest, origin);
}

function writeLine(
  { log }: Pick<EventContext, 'log'>,
  audit: string,
  { teamId: team, accountId: account, ...rest }: Concerned & Pick<SecurityEvent, 'subject' | 'detail'>,
  { actor, accountId, device, country }: Origin,
): void {
  const line = { audit, team, account: account ?? accountId, actor, device, country, ...rest };
  log.info(line, `Security: ${audit}`);
}

/**
 * Writes an event that concerns no known account to the server's log only.
 * @param details further fields, which must contain nothing that a client chose.
 */
export function sayUnknown(
  context: EventContext,
  audit: string,
  details: Readonly<Record<string, string>> = {},
): void {
  const { device, country } = originOf(context);
  const line = { audit, account: null, actor: 'stranger', device, country, ...details };
  context.log.info(line, `Security: ${audit}`);
}

/**
 * Writes an event of an account to the server's log only, for events that the owner's security log does not
 * list, such as people who open a statistics page with its password.
 */
export function sayOnly(
  context: EventContext,
  audit: string,
  event: Concerned & Pick<SecurityEvent, 'subject' | 'detail'>,
): void {
  writeLine(context, audit, event, originOf(context));
}

/** Deletes events that are a year old. */
export async function forgetSecurityEvents({ db, now }: Pick<AuthDeps, 'db' | 'now'>): Promise<void> {
  const lt = new Date(now() - MAX_AGE_MS);
  if (await db.read.securityEvent.findFirst({ where: { at: { lt } }, select: { id: true } }))
    await db.write((tx) => tx.securityEvent.deleteMany({ where: { at: { lt } } }));
}
