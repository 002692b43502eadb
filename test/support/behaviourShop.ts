import { graphql, graphqlData } from './engine/asking.ts';
import { newGoal } from './goals.ts';
import type { TestServer } from './server.ts';
import { sharedServer } from './shared.ts';
import { recordShop } from './shop.ts';

/** The day of the shop, as arguments of GraphQL. */
export const DAY = 'from: "2026-11-21", to: "2026-11-21"';
export const PURCHASE = { event: { in: ['Purchase'] } };
/** Every field of the result of a goal. */
export const RESULT = '{ goal { name } conversions visitors conversionRate revenue { currency amount } }';
export const TRIAL = '{ event: { in: ["Trial"] } }';
/** What menus offer. */
export const MENUS = `events(${DAY}) { name events properties { name values } }
  pageProperties(${DAY}) { name values }`;
export const EUR = (amount: string) => [{ currency: 'EUR', amount }];

/** A server for a test file, with the shop and the goals *Signup* (1) and *Pro* (2). */
export function behaviourShop() {
  const server = sharedServer({}, async (started) => {
    await recordShop(started);
    await newGoal(started, 1);
    await newGoal(started, 1, { name: 'Pro', filter: { property: { name: 'plan', in: ['pro'] } } });
  });
  return {
    server,
    /** Reads fields of the period of the shop's day. */
    async read<T = Record<string, unknown>>(fields: string, args = '', from = server()): Promise<T> {
      const query = `{ website(id: "1") { period(${DAY}${args && `, ${args}`}) { ${fields} } } }`;
      return (await graphqlData<{ website: { period: T } }>(from, query)).website.period;
    },
    /** The message of the error with which fields of the period are refused. */
    async refusal(fields: string, from: TestServer): Promise<string | undefined> {
      const query = `{ website(id: "1") { period(${DAY}) { ${fields} } } }`;
      return (await graphql(from, query)).errors?.[0]?.message;
    },
  };
}
