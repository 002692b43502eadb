import { type CheckedTracker, PROPERTIES } from './checked.ts';

/** Reads statistics of the server that is checked. */
export type Read = (path: string) => Promise<unknown>;

interface Rows {
  data: { value: string; count: number }[];
}

const DAY_MS = 86_400_000;

/** Yesterday to tomorrow: midnight may pass during a walk. */
const days = () => {
  const [from, to] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));
  return `from=${from}&to=${to}`;
};

/** What the server has counted on a walk, as a table to compare. */
export type Counted = Record<string, unknown>;

/** Reads what was counted for a website. */
export async function readCounted(read: Read, id: number): Promise<Counted> {
  const stats = async (name: string) => {
    const { data } = (await read(`/api/v1/stats/${id}?name=${name}&per_page=100&${days()}`)) as Rows;
    return Object.fromEntries(data.map(({ value, count }) => [value, count]));
  };
  const property = async (name: string) => {
    const where = `/api/v1/breakdown/${id}?${days()}&by=property&property=${name}&metrics=events`;
    const { data } = (await read(where)) as { data: { property: string }[] };
    return data.map(({ property: value }) => value).join();
  };
  const names = ['plan', 'n', 'category', 'label', 'name'];
  const values = await Promise.all(names.map(property));
  const found = names.flatMap((name, index) => (values[index] ? [[name, values[index]]] : []));
  const { data: revenue } = (await read(`/api/v1/revenue/${id}?${days()}`)) as { data: { amount: string }[] };
  return {
    pages: await stats('page'),
    events: await stats('event'),
    referrers: await stats('referrer'),
    campaigns: await stats('campaign'),
    properties: Object.fromEntries(found),
    revenue: revenue.map(({ amount }) => Number(amount).toFixed(2)).join(),
  };
}

/** What a person would expect. */
export function expectedOf({ expected, program, script }: CheckedTracker): Counted {
  const text = `${program ?? ''}${script?.after ?? ''}`;
  const [hasEvent, hasOrder] = [text.includes('shop.event'), text.includes('shop.order')];
  const { replaced = false, again = false, revenue, properties = PROPERTIES, others } = expected;
  const order = others ?? (hasOrder ? ['Order'] : []);
  return {
    pages: { '/a': 1, '/b': 1, ...(again && { '/c': 1 }), '/d': 1, ...(replaced && { '/r': 1 }) },
    events: Object.fromEntries([...order, ...(hasEvent ? ['Signup'] : [])].map((name) => [name, 1])),
    referrers: { 'search.example.net': 1 },
    campaigns: { spring: 1 },
    properties: hasEvent ? (properties ?? {}) : {},
    revenue: revenue ?? '',
  };
}
