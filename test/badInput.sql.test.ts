import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { breakOff } from './support/raw.ts';
import { newKey, newWebsite } from './support/rest.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { dump } from './support/tables.ts';
import { outcome, RECORDED, sendHit } from './support/track.ts';
import { wrongArguments } from './support/wrongArguments.ts';
import { wrongBodies } from './support/wrongBodies.ts';
import { wrongDocuments } from './support/wrongDocuments.ts';
import { wrongWebsites } from './support/wrongFields.ts';
import { wrongHits } from './support/wrongHits.ts';
import { wrongMutations } from './support/wrongMutations.ts';
import { wrongQueries } from './support/wrongQueries.ts';
import type { Asker, WrongRequest } from './support/wrongRequests.ts';

interface World {
  server: TestServer;
  keys: Record<Asker, string | null>;
  before: Record<string, string[]>;
}

/** Websites 1 (private) and 2 (public) belong to the owner, 3 to another account; one hit is recorded. */
async function makeWorld(): Promise<World> {
  const server = await startTestServer({ env: { TRUST_PROXY: '0' } });
  const other = await server.newAccount('other@example.com');
  await newWebsite(server);
  await newWebsite(server, { url: 'second.example', privacy: '0' });
  await newWebsite(server, { url: 'third.example' }, other.key);
  const keys = {
    owner: server.key,
    other: other.key,
    reader: (await newKey(server, { scopes: ['websites:read'] })).key,
    bounded: (await newKey(server, { website_id: 1 })).key,
    nobody: null,
  };
  expect(outcome(await sendHit(server, { page: 'https://example.com/' }))).toEqual(RECORDED);
  return { server, keys, before: await dump(server) };
}

const REFUSAL = '"kind":"access_refused"';

/** Leaves out the refusals of the security log, and SQLite's number of its last row. */
function withoutRefusals(tables: World['before']): World['before'] {
  const isOther = (row: string) => !row.includes(REFUSAL) && !row.includes('"name":"SecurityEvent"');
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.filter(isOther)]));
}

const table: WrongRequest[] = [
  ...wrongBodies,
  ...wrongWebsites,
  ...wrongQueries,
  ...wrongHits,
  ...wrongDocuments,
  ...wrongArguments,
  ...wrongMutations,
];

/** Parses a JSON body and removes the locations of GraphQL errors; returns any other body as text. */
function readBody(text: string): unknown {
  if (!text.startsWith('{')) return text;
  // test/graphql/cost.test.ts tests the costs in `extensions`.
  const { extensions: _, ...body } = JSON.parse(text) as {
    errors?: { locations?: unknown }[];
    extensions?: unknown;
  };
  if (Array.isArray(body.errors)) for (const error of body.errors) delete error.locations;
  return body;
}

describe('an invalid request is rejected with the exact reason and changes nothing', () => {
  let world: World | undefined;
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(async () => {
    await world?.server[Symbol.asyncDispose]();
  });
  const theWorld = (): World => {
    if (!world) throw new Error('The server is only available inside a test.');
    return world;
  };

  test.each(table)('$title', async ({ where, init, as = 'owner', status, body, headers = {} }) => {
    const { server, keys } = theWorld();
    const response = await server.call(where, { ...init, key: keys[as] });
    expect({ status: response.status, body: readBody(await response.text()) }).toEqual({ status, body });
    expect(response.headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json/);
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toMatch(value);
  });

  test.each([
    ['/api/v1/websites', 'application/x-www-form-urlencoded', 'url=new.example'],
    ['/api/v1/websites', 'application/json', '{"url":"new.example"}'],
    ['/api/event', 'text/plain', '{"page":"https://example.com/"}'],
    [
      '/graphql',
      'application/json',
      '{"query":"mutation { deleteWebsite(input: { id: 1 }) { __typename } }"}',
    ],
  ])('a truncated body to %s as %s is rejected, even if it parses', async (where, type, body) => {
    const { server } = theWorld();
    const text = await breakOff(server, where, type, body);
    expect(text === '' || /^HTTP\/1\.1 4\d\d /.test(text)).toBe(true);
    expect((await server.call('/api/v1/websites')).status).toBe(200);
  });

  test('no invalid request is logged as a warning or an error', () => {
    const lines = theWorld().server.logLines.map(
      (line) => JSON.parse(line) as { level: number; msg: string; err?: { message: string } },
    );
    const alarms = lines.filter(({ level }) => level > 30).map(({ msg, err }) => `${msg}: ${err?.message}`);
    expect(alarms).toEqual([]);
  });

  test('the invalid requests change no row of any table but refusals in the security log', async () => {
    const { server, before } = theWorld();
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining(['Website', 'Hit', 'DayTotal', 'Drop', 'ApiKey']),
    );
    const after = await dump(server);
    expect(withoutRefusals(after)).toEqual(withoutRefusals(before));
    expect(after.SecurityEvent).toContainEqual(expect.stringContaining(REFUSAL));
  });
});
