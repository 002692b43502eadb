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

/** Website 1 (private) and 2 (public) are the owner's, 3 somebody else's; one hit was recorded. */
async function makeWorld(): Promise<World> {
  const server = await startTestServer();
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

const table: WrongRequest[] = [
  ...wrongBodies,
  ...wrongWebsites,
  ...wrongQueries,
  ...wrongHits,
  ...wrongDocuments,
  ...wrongArguments,
  ...wrongMutations,
];

/** JSON, or else the text itself; of the errors of GraphQL without where in the document they are. */
function readBody(text: string): unknown {
  if (!text.startsWith('{')) return text;
  // What operations cost is test/graphql/cost.test.ts's.
  const { extensions: _, ...body } = JSON.parse(text) as {
    errors?: { locations?: unknown }[];
    extensions?: unknown;
  };
  if (Array.isArray(body.errors)) for (const error of body.errors) delete error.locations;
  return body;
}

describe('a wrong request is refused with the exact reason, and changes nothing', () => {
  let world: World | undefined;
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(async () => {
    await world?.server[Symbol.asyncDispose]();
  });
  const theWorld = (): World => {
    if (!world) throw new Error('The server is there only within a test.');
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
  ])('a body to %s as %s that breaks off, though it could be read so far', async (where, type, body) => {
    const { server } = theWorld();
    const text = await breakOff(server, where, type, body);
    expect(text === '' || /^HTTP\/1\.1 4\d\d /.test(text)).toBe(true);
    expect((await server.call('/api/v1/websites')).status).toBe(200);
  });

  test('none of them was taken for a defect', () => {
    const lines = theWorld().server.logLines.map(
      (line) => JSON.parse(line) as { level: number; msg: string; err?: { message: string } },
    );
    const alarms = lines.filter(({ level }) => level > 30).map(({ msg, err }) => `${msg}: ${err?.message}`);
    expect(alarms).toEqual([]);
  });

  test('after all of them, every table is as it was before', async () => {
    const { server, before } = theWorld();
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['Website', 'Hit', 'Stat', 'Drop', 'ApiKey']));
    expect(await dump(server)).toEqual(before);
  });
});
