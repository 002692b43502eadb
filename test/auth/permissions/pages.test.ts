import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ALL_SECRETS, SECRETS } from '../../support/permissions/rows.ts';
import { cellsOf, contradictions, differences, HEAD } from '../../support/permissions/table.ts';
import { LINK_TOKEN, send, startWorld, type Viewer, type World } from '../../support/permissions/world.ts';

/** The paths of the routes whose response depends on the viewer. */
const GUARDED: Record<string, (website: number) => string> = {
  'GET /exports/:trackingId': (website) => `/exports/tracking-${website}?from=2026-11-20&to=2026-11-21`,
  'GET /s/:trackingId': (website) => `/s/tracking-${website}`,
  'GET /s/:trackingId (embedded)': (website) => `/s/tracking-${website}?embed=1`,
};

/** Routes whose response is the same for every viewer, or depends on a token or a secret of the operator. */
const SAME = [
  ...['/', '/login', '/websites', '/websites/new', '/websites/:id', '/websites/:id/:section', '/account'],
  ...['/account/keys', '/forgot', '/setup', '/unsubscribe', '/reset', '/confirm-email', '/join'],
  ...['/login-link', '/oidc/:provider/callback'],
  ...['/embed.js', '/assets/:name', '/flags/:name', '/brands/:name', '/icons/:name', '/graphiql/:name'],
  ...['/script.js', '/more.js', '/api/event', '/pixel.gif', '/picture.gif'],
  ...['/healthz', '/readyz', '/metrics', '/.well-known/security.txt', '/api/v1/openapi.json'],
];

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.server[Symbol.asyncDispose]());

const named = (path: string) => path.replace(/ \(.*/, '').replace(/^\w+ /, '');

test('every other route is in the walk, or in the list of those that are the same for all', () => {
  const walked = [...Object.keys(GUARDED).map(named), '/s/:trackingId/:token', ...SAME, '/graphql'];
  const routes = world.server.routes.map(({ path }) => path);
  const unknown = routes.filter(
    (path) => !walked.includes(path) && (path === '/api/v1/openapi.json' || !path.startsWith('/api/v1/')),
  );
  expect(unknown).toEqual([]);
  expect(walked.filter((path) => !routes.includes(path))).toEqual([]);
});

const get = async (viewer: Viewer, path: string) => {
  const { status, text } = await send(world, viewer, path);
  return { outcome: status < 300 ? 'yes' : String(status), text };
};

test('every page is shown as docs/permissions.md says, and leaks nothing', async () => {
  const rows = new Map<string, string[]>();
  const wrong: string[] = [];
  for (const [name, pathOf] of Object.entries(GUARDED)) {
    const outcomes = new Map<string, string>();
    for (const viewer of world.viewers)
      outcomes.set(viewer.name, (await get(viewer, pathOf(viewer.website))).outcome);
    wrong.push(...contradictions(name, outcomes));
    rows.set(`\`${name}\``, cellsOf(outcomes));
  }
  // The page asks for the password of the link.
  const asking = 'locked link got yes, but stranger 404';
  expect(wrong).toEqual([`GET /s/:trackingId: ${asking}`, `GET /s/:trackingId (embedded): ${asking}`]);
  expect(world.leaks).toEqual([]);
  expect(differences('Pages', ['route', ...HEAD], rows)).toEqual([]);
});

test('the other routes contain nothing of a team, for its owner either', async () => {
  const owner = world.viewers.find(({ name }) => name === 'owner') as Viewer;
  for (const path of SAME)
    await get({ ...owner, secrets: ALL_SECRETS }, path.replace(':section', 'sharing').replace(':id', '1'));
  expect(world.leaks).toEqual([]);
});

test('the page of a shared link is shown to whoever has its address, whatever else they send', async () => {
  const page = new Set<string>();
  for (const viewer of world.viewers) {
    const of = { ...viewer, secrets: ALL_SECRETS.filter((text) => text !== SECRETS.statistics) };
    const { outcome, text } = await get(of, `/s/tracking-1/${LINK_TOKEN}`);
    expect([viewer.name, outcome]).toEqual([viewer.name, 'yes']);
    page.add(text);
    for (const token of ['e'.repeat(32), 'n'.repeat(32)])
      expect((await get(viewer, `/s/tracking-1/${token}`)).outcome).toBe('404');
  }
  expect(page.size).toBe(1);
  expect(world.leaks).toEqual([]);
});
