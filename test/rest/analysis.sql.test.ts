import { describe, expect, test } from '@jest/globals';
import { knownFilters } from '../support/engine/knownFilters.ts';
import { recordSmallSite, SMALL_PERIOD } from '../support/engine/smallSite.ts';
import { wrongFilters } from '../support/engine/wrongFilters.ts';
import { invalidBody, MISSING, rest } from '../support/rest.ts';
import { sharedServer } from '../support/shared.ts';

const server = sharedServer({}, recordSmallSite);

type Metrics = Record<string, number | null>;

/** Requests a path of a website; objects become JSON. */
function get<Data>(name: string, query: object, id = 1) {
  const texts = Object.entries(query).map(([key, value]) => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return rest<Data>(server(), `/api/v1/${name}/${id}?${new URLSearchParams(texts)}`);
}

const metricsOf = async (query: object) => {
  const { status, body } = await get<Metrics>('metrics', { ...SMALL_PERIOD, ...query });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as unknown as { data: Metrics; previous: Metrics | null; status: number };
};

describe('GET /api/v1/metrics/{id}', () => {
  test.each(knownFilters.map(([filter, known]) => [JSON.stringify(filter), filter, known] as const))(
    'under the filter %s',
    async (_, filter, known) => {
      const { visitors, visits, pageviews, events, bounces } = (await metricsOf({ filter })).data;
      expect([visitors, visits, pageviews, events, bounces]).toEqual(known);
    },
  );

  test('has all metrics, and those of the period before', async () => {
    const all = {
      visitors: 6,
      visits: 7,
      pageviews: 9,
      events: 3,
      bounces: 3,
      bounce_rate: 3 / 7,
      visit_duration: (300 + 420 + 720) / 7,
      views_per_visit: 9 / 7,
    };
    const none = {
      visitors: 0,
      visits: 0,
      pageviews: 0,
      events: 0,
      bounces: 0,
      bounce_rate: null,
      visit_duration: null,
      views_per_visit: null,
    };
    expect(await metricsOf({})).toEqual({ data: all, previous: none, status: 200 });
    expect(await metricsOf({ filter: { city: { contains: '' } } })).toEqual({
      data: all,
      previous: none,
      status: 200,
    });
    expect(await metricsOf({ filter: '' })).toMatchObject({ data: all });
    expect(await metricsOf({ compare: 'none' })).toEqual({ data: all, previous: null, status: 200 });
  });

  test('compares with the same days of the year before, under the same filter', async () => {
    const year = { compare: 'year_ago', from: '2026-11-01', to: '2026-11-30' };
    expect((await metricsOf(year)).previous).toMatchObject({ visits: 1, bounces: 1, bounce_rate: 1 });
    const filter = { country: { in: ['FR'] } };
    expect(await metricsOf({ ...year, filter })).toMatchObject({
      data: { visits: 1 },
      previous: { visits: 0 },
    });
  });

  test.each(
    wrongFilters.filter(([, , naming]) => naming !== 'graphql').map((wrong, index) => [index, ...wrong]),
  )('refuses wrong filter %i with the path to each wrong part', async (_, input, errors) => {
    // A longer address is refused as such.
    const filter = typeof input === 'string' ? input : JSON.stringify(input);
    if (filter.length > 5_000) return;
    const { status, body } = await get('metrics', { ...SMALL_PERIOD, filter });
    expect([status, body]).toEqual([422, invalidBody(errors as Record<string, unknown[]>)]);
  });

  test.each([
    [{ from: 'x' }, { from: [expect.any(String)] }],
    [{ to: '2026-10-31' }, { to: [expect.any(String)] }],
    [{ compare: 'next' }, { compare: [expect.stringContaining('previous, same_weekdays, year_ago, none')] }],
    [
      { compare_from: 'x', compare_to: '2026-10-01', elapsed: 2 },
      { compare_from: [expect.stringContaining('valid date')], elapsed: ['Must be 0 or 1.'] },
    ],
    [{ compare_from: '2026-10-01' }, { compare_to: [expect.stringContaining('required')] }],
    [{ compare_to: '2026-10-01' }, { compare_from: [expect.stringContaining('required')] }],
    [{ compare_from: '2026-10-02', compare_to: '2026-10-01' }, { compare_to: [expect.any(String)] }],
    [
      { compare: 'none', compare_from: '2026-10-01', compare_to: '2026-10-01' },
      { compare: [expect.stringContaining('got none')] },
    ],
    [
      { compare: 'next', filter: { size: {} } },
      { compare: [expect.any(String)], 'filter.size': [expect.any(String)] },
    ],
  ])('refuses %j by name', async (wrong, errors) => {
    const { status, body } = await get('metrics', { ...SMALL_PERIOD, ...wrong });
    expect([status, body]).toEqual([422, invalidBody(errors)]);
  });

  test('does not find a website of another account', async () => {
    expect((await get('metrics', SMALL_PERIOD, 999)).body).toEqual(MISSING);
    const { key } = await server().newAccount('other@example.com');
    const query = new URLSearchParams(SMALL_PERIOD);
    for (const where of ['metrics/1?', 'breakdown/1?by=page&'])
      expect((await server().call(`/api/v1/${where}${query}`, { key })).status).toBe(404);
    expect((await server().call(`/api/v1/metrics/1?${query}`, { key: null })).status).toBe(401);
  });
});

describe('GET /api/v1/breakdown/{id}', () => {
  const rows = async (query: object) => {
    const { status, body } = await get<Record<string, unknown>[]>('breakdown', { ...SMALL_PERIOD, ...query });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };

  test('has the values and all metrics of each row', async () => {
    const { data, meta, status } = (await rows({
      by: 'channel, country',
      filter: { device: { in: ['desktop'] } },
    })) as {
      data: object[];
      meta: object;
      status: number;
    };
    const bounce = { visitors: 1, visits: 1, pageviews: 1, events: 0, bounces: 1, bounce_rate: 1 };
    expect(data).toEqual([
      {
        channel: 'Direct',
        country: 'DE',
        visitors: 2,
        visits: 2,
        pageviews: 2,
        events: 0,
        bounces: 2,
        bounce_rate: 1,
        visit_duration: 0,
        views_per_visit: 1,
      },
      { channel: 'Email', country: 'FR', ...bounce, visit_duration: 0, views_per_visit: 1 },
      {
        channel: 'Organic Search',
        country: 'DE',
        visitors: 1,
        visits: 1,
        pageviews: 2,
        events: 1,
        bounces: 0,
        bounce_rate: 0,
        visit_duration: 420,
        views_per_visit: 2,
      },
    ]);
    expect(meta).toMatchObject({ total: 3 });
    expect(status).toBe(200);
  });

  test.each([
    ['-visits', ['', 'google.com', 'blog.test']],
    ['visits', ['blog.test', 'google.com', '']],
    ['-bounce_rate', ['', 'blog.test', 'google.com']],
    ['visit_duration', ['blog.test', '', 'google.com']],
  ])('sorts by %s', async (sort, expected) => {
    const { data } = await rows({ by: 'referrer', sort });
    expect(data.map(({ referrer }) => referrer)).toEqual(expected);
  });

  test('has pages, and links to the others that keep the parameters', async () => {
    const query = { by: 'page,hour', filter: { not: { country: { in: ['XX'] } } }, sort: 'visits' };
    const all = await rows({ ...query, per_page: 100 });
    const first = await rows({ ...query, per_page: 10 });
    const second = await rows({ ...query, per_page: 10, page: 2 });
    expect([...first.data, ...second.data]).toEqual(all.data);
    expect(first.meta.total).toBe(all.meta.total);
    const next = new URL(first.links.next as string);
    expect((await rest(server(), next.pathname + next.search)).body.data).toEqual(second.data);
  });

  test('searches in values', async () => {
    const { data } = await rows({ by: 'page', search: 'BLOG' });
    expect(data.map(({ page }) => page)).toEqual(['/blog/a', '/Blog/B']);
    expect((await rows({ by: 'exit_page', search: 'é' })).data).toMatchObject([
      { exit_page: '/docs/%C3%A9' },
    ]);
  });

  test.each([
    [{ by: '' }, { by: [expect.any(String)] }],
    [{ by: 'contry' }, { by: ['"contry" is not a dimension. Did you mean "country"?'] }],
    [{ by: 'page,page' }, { by: ['Must not have a dimension twice.'] }],
    [{ by: 'page,event,day,os' }, { by: ['Must have 1 to 3 dimensions; got 4.'] }],
    [{ by: 'hour_of_day' }, { by: [expect.stringMatching(/^"hour_of_day" is not a dimension/)] }],
    [{ sort: '+visits' }, { sort: [expect.stringMatching(/^"\+visits" is not a metric/)] }],
    [{ per_page: 101 }, { per_page: ['Must be an integer from 10 to 100.'] }],
    [
      { sort: 'x', filter: '{' },
      { sort: [expect.any(String)], filter: ['Must be JSON, such as {"country": {"in": ["DE"]}}.'] },
    ],
  ])('refuses %j by name', async (wrong, errors) => {
    const { status, body } = await get('breakdown', { ...SMALL_PERIOD, by: 'page', ...wrong });
    expect([status, body]).toEqual([422, invalidBody(errors)]);
  });
});

describe('GET /api/v1/stats/{id} with a filter', () => {
  const rows = async (query: object) => {
    const { status, body } = await get<{ value: string; count: number }[]>('stats', {
      ...SMALL_PERIOD,
      ...query,
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.data.map(({ value, count }) => [value, count]);
  };

  test.each([
    [
      'page',
      [
        ['/', 2],
        ['/Blog/B', 1],
        ['/blog/a', 1],
        ['/docs/%C3%A9', 1],
        ['/pricing', 1],
      ],
    ],
    [
      'visits',
      [
        ['2026-11-20', 2],
        ['2026-11-15', 1],
        ['2026-12-01', 1],
      ],
    ],
    [
      'visitors',
      [
        ['2026-11-15', 1],
        ['2026-11-20', 1],
        ['2026-12-01', 1],
      ],
    ],
    [
      'exit_page',
      [
        ['/Blog/B', 1],
        ['/blog/a', 1],
        ['/docs/%C3%A9', 1],
        ['/pricing', 1],
      ],
    ],
    [
      'channel',
      [
        ['Direct', 2],
        ['Organic Search', 1],
        ['Paid Search', 1],
      ],
    ],
    ['campaign', [['SPRING', 1]]],
    [
      'utm_medium',
      [
        ['', 3],
        ['cpc', 1],
      ],
    ],
    ['event', [['Sign up', 1]]],
    [
      'os',
      [
        ['Windows', 2],
        ['Android', 1],
      ],
    ],
    [
      'visitors_hours',
      [
        ['09', 2],
        ['00', 1],
      ],
    ],
    [
      'pageviews_hours',
      [
        ['00', 2],
        ['09', 2],
        ['10', 1],
        ['15', 1],
      ],
    ],
  ])('has the rows of %s', async (name, expected) => {
    expect(await rows({ name, filter: { country: { in: ['DE'] } } })).toEqual(expected);
  });

  test('refuses a wrong filter together with other wrong parameters', async () => {
    const { status, body } = await get('stats', { ...SMALL_PERIOD, name: 'x', filter: { contry: {} } });
    expect([status, body]).toEqual([
      422,
      invalidBody({
        name: [expect.any(String)],
        'filter.contry': ['"contry" is not a field of a filter. Did you mean "country"?'],
      }),
    ]);
  });
});
