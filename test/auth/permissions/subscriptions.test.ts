import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openEvents } from '../../support/eventStream.ts';
import { fieldsWithout, outcomeAt } from '../../support/permissions/graphql.ts';
import { cellsOf, contradictions, differences, HEAD } from '../../support/permissions/table.ts';
import { forEach, leaksOf, startWorld, type Viewer, type World } from '../../support/permissions/world.ts';

const SUBSCRIPTIONS: Record<string, (website: number) => string> = {
  liveVisitors: (website) => `liveVisitors(websiteId: "${website}") { visitors pages { value } }`,
  period: (website) => `period(websiteId: "${website}", name: LAST_7_DAYS) { visitors }`,
};

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.server[Symbol.asyncDispose]());

/** Opens a stream, and returns the outcome of its first message. */
async function subscribe(viewer: Viewer, field: string): Promise<string> {
  const controller = new AbortController();
  const response = await world.server.call('/graphql', {
    method: 'POST',
    key: null,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...viewer.headers },
    body: JSON.stringify({ query: `subscription { ${field} }` }),
    signal: controller.signal,
  });
  if (response.status === 401) return '401';
  const stream = await openEvents<Record<string, unknown>>(response, () => controller.abort());
  const { data = null, errors = [] } = await stream.next();
  stream.close();
  world.leaks.push(...leaksOf(viewer, field, JSON.stringify([data, errors])));
  return outcomeAt({ status: 200, data, errors: errors as never }, [field.split('(')[0] ?? '']);
}

test('every subscription is in the walk: add a new field of Subscription here', () => {
  expect(fieldsWithout(SUBSCRIPTIONS, 'Subscription')).toEqual([]);
});

test('every subscription sends numbers as docs/permissions.md says, and leaks nothing', async () => {
  const rows = new Map<string, string[]>();
  const wrong: string[] = [];
  for (const [name, fieldOf] of Object.entries(SUBSCRIPTIONS)) {
    const outcomes = new Map<string, string>();
    await forEach(world.viewers, async (viewer) =>
      outcomes.set(viewer.name, await subscribe(viewer, fieldOf(viewer.website))),
    );
    wrong.push(...contradictions(name, outcomes));
    rows.set(`\`${name}\``, cellsOf(outcomes));
  }
  expect(wrong).toEqual([]);
  expect(world.leaks).toEqual([]);
  expect(differences('Subscriptions', ['subscription', ...HEAD], rows)).toEqual([]);
});
