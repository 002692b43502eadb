import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROUTES } from '../../../src/rest/routes.ts';
import { DOOMED_WEBSITE, doomedOf, INVITED, rowOf } from '../../support/permissions/rows.ts';
import { cellsOf, contradictions, differences, KEY_HEAD } from '../../support/permissions/table.ts';
import {
  DOOMED_BEARER,
  forEach,
  send,
  startWorld,
  type Viewer,
  type World,
} from '../../support/permissions/world.ts';

const DAYS = 'from=2026-11-20&to=2026-11-21';
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const PAGE = { page: { in: ['/new'] } };
const STEPS = [{ filter: PAGE }, { filter: PAGE }];

/** What an operation needs besides its path. */
interface Request {
  query?: string;
  body?: (count: number) => object;
  /** The content of a file. */
  file?: string;
  /** The id of the website in the path; by default that of the viewer. */
  website?: number;
  /** Matches the error of a viewer who may use the operation, if the walk has no input that succeeds. */
  granted?: RegExp;
}

/** Each operation of REST by its id. */
const OPERATIONS: Record<string, Request> = {
  listWebsites: {},
  createWebsite: { body: (count) => ({ url: `https://new-${count}.test` }) },
  showWebsite: {},
  putWebsite: { body: () => ({ exclude_bots: 1 }) },
  updateWebsite: { body: () => ({ exclude_bots: 1 }) },
  deleteWebsite: { website: DOOMED_WEBSITE },
  showStats: { query: `name=page&${DAYS}` },
  showMetrics: { query: DAYS },
  showBreakdown: { query: `by=page&${DAYS}` },
  showRevenue: { query: DAYS },
  showLive: {},
  showGoals: { query: DAYS },
  createGoal: { body: (count) => ({ name: `New ${count}`, filter: PAGE }) },
  showGoal: {},
  updateGoal: { body: () => ({}) },
  deleteGoal: {},
  showFunnel: { query: `${DAYS}&steps=${json(STEPS)}` },
  listFunnels: {},
  createFunnel: { body: (count) => ({ name: `New ${count}`, steps: STEPS }) },
  showSavedFunnel: {},
  updateFunnel: { body: () => ({}) },
  deleteFunnel: {},
  showJourneys: { query: `${DAYS}&start=${json(PAGE)}` },
  exportWebsite: { query: DAYS },
  listImports: {},
  uploadImport: { query: 'source=log&name=new.log', file: 'no log', granted: /./ },
  showImport: {},
  startImport: { body: () => ({}), granted: /is failed/ },
  undoImport: {},
  listMembers: {},
  inviteMember: { body: (count) => ({ email: `new-${count}@new.test`, role: 'viewer' }) },
  updateMember: { body: () => ({ role: 'editor' }) },
  removeMember: {},
};

const ROUTED = ROUTES.flatMap(({ path, operations, csv }) =>
  Object.entries(operations).map(([method, name]) => ({
    name,
    method: method.toUpperCase(),
    path,
    csv: csv !== undefined,
  })),
);

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.server[Symbol.asyncDispose]());

let count = 0;

/** The path of an operation with the ids of rows; operations that delete use rows that may be deleted. */
function pathOf(path: string, method: string, website: number): string {
  const row = method === 'DELETE' ? doomedOf(website) : rowOf(website);
  const ids = path.replace('{id}', String(website)).replace('{member}', String(INVITED));
  return `/api/v1${ids.replace(/\{\w+\}/g, String(row))}`;
}

type Routed = (typeof ROUTED)[number];

async function attempt({ name, method, path }: Routed, viewer: Viewer, more = ''): Promise<string> {
  const { query = '', body, file, website = viewer.website, granted } = OPERATIONS[name] ?? {};
  count += 1;
  const init = body
    ? { method, body: JSON.stringify(body(count)), headers: { 'content-type': 'application/json' } }
    : { method, ...(file !== undefined && { body: file }) };
  const where = `${pathOf(path, method, website)}?${query}${more}`;
  const isDoomed = website === DOOMED_WEBSITE && viewer.name === 'website key';
  const as = isDoomed ? { ...viewer, headers: DOOMED_BEARER } : viewer;
  const { status, text } = await send(world, as, where, init);
  if (status < 300) {
    if (method === 'DELETE' || method === 'PATCH') await world.restore(viewer);
    return 'yes';
  }
  return status === 422 && granted?.test(text) ? 'yes' : String(status);
}

/** A request for a table: programs that read it often cannot send a header, so the link is a parameter. */
function asTable(viewer: Viewer): [Viewer, string] {
  const { 'footfall-link': link, ...headers } = viewer.headers;
  return [{ ...viewer, headers }, `&format=csv${link === undefined ? '' : `&link=${link}`}`];
}

describe('every operation of REST', () => {
  test('is in the walk: add a new operation here', () => {
    const names = ROUTED.map(({ name }) => name);
    expect(names.filter((name) => !(name in OPERATIONS))).toEqual([]);
    expect(Object.keys(OPERATIONS).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('is answered to every viewer as docs/permissions.md says, and leaks nothing', async () => {
    const rows = new Map<string, string[]>();
    const wrong: string[] = [];
    const walk = async (title: string, operation: Routed, asked: (viewer: Viewer) => [Viewer, string?]) => {
      const outcomes = new Map<string, string>();
      const send = async (viewer: Viewer) =>
        outcomes.set(viewer.name, await attempt(operation, ...asked(viewer)));
      // Few exports run at the same time.
      const isAlone = operation.method !== 'GET' || operation.name === 'exportWebsite';
      if (isAlone) for (const viewer of world.viewers) await send(viewer);
      else await forEach(world.viewers, send);
      wrong.push(...contradictions(title, outcomes, 'key'));
      rows.set(title, cellsOf(outcomes, 'key'));
    };
    for (const operation of ROUTED) {
      const title = `${operation.method} \`${operation.path}\``;
      await walk(title, operation, (viewer) => [viewer]);
      if (operation.csv) await walk(`${title} (CSV)`, operation, asTable);
    }
    expect(wrong).toEqual([]);
    expect(world.leaks).toEqual([]);
    expect(differences('REST', ['operation', ...KEY_HEAD], rows)).toEqual([]);
  });
});
