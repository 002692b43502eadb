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

/** Requests whose body ends early, although what arrives is valid. */
const truncated = [
  ['/api/v1/websites', 'application/x-www-form-urlencoded', 'url=new.example'],
  ['/api/v1/websites', 'application/json', '{"url":"new.example"}'],
  ['/api/event', 'text/plain', '{"page":"https://example.com/"}'],
  ['/graphql', 'application/json', '{"query":"mutation { deleteWebsite(input: { id: 1 }) { __typename } }"}'],
] as const;

describe('an invalid request is rejected with the exact reason and changes nothing', () => {
  let world: World | undefined;
  const answers = new Map<WrongRequest, { status: number; body: unknown; headers: Headers }>();
  const answersToTruncated: string[] = [];
  // All are sent before the first test, because two tests look at what they left behind.
  beforeAll(async () => {
    world = await makeWorld();
    const { server, keys } = world;
    for (const request of table) {
      const { where, init, as = 'owner' } = request;
      const response = await server.call(where, { ...init, key: keys[as] });
      const { status, headers } = response;
      answers.set(request, { status, headers, body: readBody(await response.text()) });
    }
    for (const [where, type, body] of truncated)
      answersToTruncated.push(await breakOff(server, where, type, body));
  });
  afterAll(async () => {
    await world?.server[Symbol.asyncDispose]();
  });
  const theWorld = (): World => {
    if (!world) throw new Error('The server is only available inside a test.');
    return world;
  };

  test.each(table)('$title', (request) => {
    const { status, body, headers } = answers.get(request) ?? {};
    expect({ status, body }).toEqual({ status: request.status, body: request.body });
    expect(headers?.get('content-type')).toMatch(/^application\/(graphql-response\+)?json/);
    for (const [name, value] of Object.entries(request.headers ?? {}))
      expect(headers?.get(name)).toMatch(value);
  });

  test.each(truncated.map(([where, type], index) => [where, type, index] as const))(
    'a truncated body to %s as %s is rejected, even if it parses',
    (_where, _type, index) => {
      const text = answersToTruncated[index];
      expect(text === '' || /^HTTP\/1\.1 4\d\d /.test(text ?? '')).toBe(true);
    },
  );

  test('the server goes on', async () => {
    expect((await theWorld().server.call('/api/v1/websites')).status).toBe(200);
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
