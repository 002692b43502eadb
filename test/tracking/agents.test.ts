import { expect, test } from '@jest/globals';
import { describedByHand, recordedTraffic } from '../../scripts/bench/accuracyPackages.ts';
import { isBot } from '../../src/ingest/device/bot.ts';
import { createUserAgentParser } from '../../src/ingest/device/userAgent.ts';
import { newWebsite } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { rows } from '../support/tables.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

/** Every fourth labelled browser: several hundred distinct User-Agents. */
const AGENTS = [recordedTraffic(), describedByHand()]
  .flatMap(({ cases }) => cases.map(({ userAgent }) => userAgent))
  .filter((userAgent, index) => index % 4 === 0 && !isBot(userAgent));

const familiesOf = (server: TestServer) =>
  rows(
    server,
    'SELECT "path", "browser", "os", "device" FROM "Visit" ORDER BY CAST(substr("path", 2) AS INTEGER)',
  );

test('User-Agents new to a server are stored as the parser returns them, even in a burst', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  const outcomes = await Promise.all(
    AGENTS.map((agent, index) =>
      sendHit(
        server,
        { website, page: `https://example.com/${index}` },
        { 'user-agent': agent, 'x-forwarded-for': `198.51.${index >> 8}.${index & 255}` },
      ),
    ),
  );
  expect(outcomes.map(outcome)).toEqual(AGENTS.map(() => RECORDED));

  const parse = createUserAgentParser();
  expect(AGENTS.length).toBeGreaterThan(300);
  expect(await familiesOf(server)).toEqual(
    AGENTS.map((agent, index) => ({ path: `/${index}`, ...parse(agent) })),
  );
});
