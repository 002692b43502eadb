import { describe, expect, test } from '@jest/globals';
import { behaviourShop, DAY, EUR } from '../support/behaviourShop.ts';
import { graphqlData } from '../support/engine/asking.ts';
import { newWebsite } from '../support/rest.ts';
import { NOON } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

const { read, server } = behaviourShop();

describe('revenue', () => {
  test('is summed exactly, with refunds, by currency, and compared', async () => {
    const { tracking_id: website } = await newWebsite(server(), { url: 'money.example' });
    const pay = async (amount: unknown, currency: string, at = NOON) => {
      server().setTime(at);
      const event = { name: 'Purchase', revenue: { amount, currency } };
      const response = await sendHit(server(), { website, page: 'https://money.example/', event });
      expect([response.status, response.headers.get('x-footfall-ignored')]).toEqual([202, null]);
    };
    await pay('7', 'EUR', NOON - 86_400_000);
    for (const amount of [0.1, 0.2, '999999999999.9999', '999999999999.9999', -0.05])
      await pay(amount, 'EUR');
    for (const amount of ['100', '-100']) await pay(amount, 'CHF');
    await pay('-0.0001', 'USD');
    await pay('1500', 'JPY');
    const query = `{ website(id: "2") { period(${DAY}) { revenue { currency amount }
      previous { revenue { currency amount } } series(by: DAY) { points { revenue { currency amount } } }
      breakdown(by: [EVENT]) { nodes { revenue { currency amount } } }
      goal(filter: { event: { in: ["Purchase"] } }) { revenue { currency amount } } } } }`;
    const sums = [
      { currency: 'CHF', amount: '0.00' },
      ...EUR('2000000000000.2498'),
      { currency: 'JPY', amount: '1500' },
      { currency: 'USD', amount: '-0.0001' },
    ];
    expect(await graphqlData(server(), query)).toEqual({
      website: {
        period: {
          revenue: sums,
          previous: { revenue: EUR('7.00') },
          series: { points: [{ revenue: sums }] },
          breakdown: { nodes: [{ revenue: sums }] },
          goal: { revenue: sums },
        },
      },
    });
    server().setTime(NOON);
  });

  test('by dimensions adds up to the total', async () => {
    for (const by of ['BROWSER', 'PAGE', 'EVENT', 'HOUR', 'CHANNEL']) {
      const { breakdown } = await read<{ breakdown: { nodes: { revenue: { amount: string }[] }[] } }>(
        `breakdown(by: [${by}]) { nodes { revenue { currency amount } } }`,
      );
      expect(breakdown.nodes.flatMap(({ revenue }) => revenue)).toEqual(EUR('0.30'));
    }
  });
});
