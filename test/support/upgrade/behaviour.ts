import type { Database } from '../../../src/db/database.ts';
import type { Get } from './numbers.ts';

const [FROM, TO] = ['2025-11-22', '2026-11-21'];
const PAGE = '/';

/** Questions about behaviour in a year: about hits of one page, and about visitors who saw it twice a day. */
export interface Behaviour {
  conversions: number;
  convertedVisitors: number;
  /** All visitors, and those who reached the two steps of a funnel, which are the same. */
  funnel: [visitors: number, once: number, twice: number];
  /** Visits with such a hit. */
  journeys: number;
  revenue: unknown[];
}

const QUERY = (website: number) => `{ website(id: ${website}) { period(from: "${FROM}", to: "${TO}") {
  goal(filter: { page: { in: ["${PAGE}"] } }) { conversions visitors }
  funnel(steps: [{ filter: { page: { in: ["${PAGE}"] } } }, { filter: { page: { in: ["${PAGE}"] } } }]) {
    visitors steps { visitors } }
  journeys(start: { page: { in: ["${PAGE}"] } }) { visits }
  revenue { currency amount } } } }`;

interface Period {
  goal: { conversions: string; visitors: string };
  funnel: { visitors: string; steps: { visitors: string }[] };
  journeys: { visits: string }[];
  revenue: unknown[];
}

/** Asks a server about behaviour on a website. */
export async function readBehaviour(website: number, get: Get): Promise<Behaviour> {
  const { data } = (await get(`/graphql?${new URLSearchParams({ query: QUERY(website) })}`)) as {
    data: { website: { period: Period } };
  };
  const { goal, funnel, journeys, revenue } = data.website.period;
  const [once, twice] = funnel.steps.map(({ visitors }) => Number(visitors)) as [number, number];
  return {
    conversions: Number(goal.conversions),
    convertedVisitors: Number(goal.visitors),
    funnel: [Number(funnel.visitors), once, twice],
    journeys: journeys.reduce((sum, { visits }) => sum + Number(visits), 0),
    revenue,
  };
}

/** The same, counted from the rows of a database without revenue. */
export async function countBehaviour(website: number, { read }: Pick<Database, 'read'>): Promise<Behaviour> {
  const ofYear = `"websiteId" = ${website} AND "day" BETWEEN ${dayOf(FROM)} AND ${dayOf(TO)}`;
  const hits = `"Hit" WHERE ${ofYear} AND "path" = '${PAGE}'`;
  const count = async (from: string) => {
    const [row] = await read.$queryRawUnsafe<{ count: bigint }[]>(`SELECT COUNT(*) AS "count" FROM ${from}`);
    return Number(row?.count);
  };
  const visitors = (atLeast: number) =>
    count(`(SELECT 1 FROM ${hits} GROUP BY "day", "visitor" HAVING COUNT(*) >= ${atLeast}) AS "one"`);
  return {
    conversions: await count(hits),
    convertedVisitors: await visitors(1),
    funnel: [
      await count(`(SELECT DISTINCT "day", "visitor" FROM "Visit" WHERE ${ofYear}) AS "one"`),
      await visitors(1),
      await visitors(2),
    ],
    journeys: await count(`(SELECT DISTINCT "day", "visitor", "visit" FROM ${hits}) AS "one"`),
    revenue: [],
  };
}

const dayOf = (date: string) => Number(date.replaceAll('-', ''));
