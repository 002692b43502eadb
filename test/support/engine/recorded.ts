import type { VisitDimension } from '../../../src/engine/registry/dimensions.ts';
import type { TestServer } from '../server.ts';

/** A hit as its row says. */
export interface RecordedHit {
  at: number;
  hour: number;
  path: string;
  event: string | null;
  host: string;
  properties: Record<string, string>;
  /** In ten-thousandths of a currency; null for none. */
  revenue: { amount: bigint; currency: string } | null;
}

/** A visit as the rows of its hits and of the visitor's first visit say. */
export interface RecordedVisit {
  websiteId: number;
  /** As 2026-11-21. */
  day: string;
  visitor: string;
  /** The hour of its first hit, and that of the first hit of its visitor's day. */
  hour: number;
  visitorHour: number;
  dimensions: Record<VisitDimension, string>;
  /** In the order of their ids. */
  hits: RecordedHit[];
}

const OF_VISITOR = [
  ...['country', 'continent', 'city', 'language', 'browser', 'os', 'device', 'resolution'],
] as VisitDimension[];
const OF_VISIT = [
  ...['referrer', 'source', 'channel', 'utm_source', 'utm_medium', 'campaign', 'utm_term', 'utm_content'],
] as VisitDimension[];

type Row = Record<string, bigint | number | string | null>;

/**
 * Reads all visits with their hits from the rows of the database. What derives from hits, such as the numbers
 * of pageviews and the exit page, is taken from the hits and not from the columns of the visit.
 */
export async function readRecorded({ deps }: Pick<TestServer, 'deps'>): Promise<RecordedVisit[]> {
  const { read } = deps.db;
  const hits = await read.$queryRawUnsafe<Row[]>('SELECT * FROM "Hit" ORDER BY "id"');
  const visits = await read.$queryRawUnsafe<Row[]>(
    'SELECT * FROM "Visit" ORDER BY "websiteId", "day", "visitor", "number"',
  );
  const hitsOf = new Map<string, Row[]>();
  for (const hit of hits) {
    const key = `${hit.websiteId} ${hit.day} ${hit.visitor} ${hit.visit}`;
    const list = hitsOf.get(key);
    if (list) list.push(hit);
    else hitsOf.set(key, [hit]);
  }
  let first: Row = {};
  return visits.map((visit) => {
    const { websiteId, day, visitor, number } = visit;
    if (Number(number) === 1) first = visit;
    const own = hitsOf.get(`${websiteId} ${day} ${visitor} ${number}`) ?? [];
    const opening = own.reduce(
      (one, other) => (Number(other.at) < Number(one.at) ? other : one),
      own[0] ?? {},
    );
    const paths = own.filter(({ event }) => event === null).map(({ path }) => String(path));
    const digits = String(day);
    return {
      websiteId: Number(websiteId),
      visitor: String(visitor),
      hour: Number(opening.hour),
      visitorHour: Number(first.hour),
      day: `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`,
      dimensions: Object.fromEntries([
        ...OF_VISITOR.map((name) => [name, String(first[name])]),
        ...OF_VISIT.map((name) => [name, String(visit[name])]),
        ['landing_page', String(opening.path)],
        ['exit_page', paths.at(-1) ?? ''],
      ]) as RecordedVisit['dimensions'],
      hits: own.map(({ at, hour, path, event, host, properties, amount, currency }) => ({
        at: Number(at),
        hour: Number(hour),
        path: String(path),
        host: String(host),
        event: event === null ? null : String(event),
        properties: properties === null ? {} : JSON.parse(String(properties)),
        revenue: amount === null ? null : { amount: BigInt(amount ?? 0), currency: String(currency) },
      })),
    };
  });
}
