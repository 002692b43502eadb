import { describe, expect, test } from '@jest/globals';
import { createLog } from '../src/log.ts';
import { newWebsite, WEBSITES } from './support/rest.ts';
import { CHROME, startTestServer, type TestServer } from './support/server.ts';
import { databaseBytes, type Somebody, tracesIn } from './support/traces.ts';
import { loadPixel, outcome, sendHit } from './support/track.ts';

const page = 'https://example.com/unmistakable-path';

/** Makes people with a unique address (IPv4 and IPv6 in turn, each in its own network) and User-Agent. */
function crowd() {
  const people: Somebody[] = [];
  return {
    people,
    next(words = ''): Record<string, string> {
      const number = people.length + 101;
      const address =
        number % 2 ? `198.51.100.${number}` : `2001:db8:5eaf:${number.toString(16)}a7:c0ff:ee00:beef:f00d`;
      const userAgent = `${CHROME} ${words}Unmistakable/${number}.${number * 7919}`;
      people.push({ address, userAgent });
      return { 'x-forwarded-for': address, 'user-agent': userAgent };
    },
  };
}

const rename = (server: TestServer, from: string, to: string) =>
  server.deps.db.write((tx) => tx.$executeRawUnsafe(`ALTER TABLE "${from}" RENAME TO "${to}"`));

/** Makes requests with every possible outcome. @returns title, status and drop reason of each request. */
async function everyWay(
  server: TestServer,
  website: string,
  next: (words?: string) => Record<string, string>,
) {
  const results: [string, number, string | null][] = [];
  const note = async (title: string, response: Promise<Response>) => {
    const answer = await response;
    results.push([title, ...(outcome(answer) as [number, string | null])]);
  };
  for (const family of ['v4', 'v6']) {
    await note(`recorded ${family}`, sendHit(server, { website, page }, next()));
    await note(`event ${family}`, sendHit(server, { website, page, event: { name: 'Order' } }, next()));
    await note(`pixel ${family}`, loadPixel(server, { website, page }, next()));
  }
  await note('bot', sendHit(server, { website, page }, next('compatible; Googlebot/2.1 ')));
  await note('excluded', sendHit(server, { website, page }, { ...next(), 'x-forwarded-for': '10.20.30.40' }));
  await note('wrong host', sendHit(server, { website, page: 'https://other.example/' }, next()));
  await note('spam', sendHit(server, { website, page, referrer: 'http://semalt.com/' }, next()));
  await note('prefetch', sendHit(server, { website, page }, { ...next(), 'sec-purpose': 'prefetch' }));
  await note('signal', sendHit(server, { website, page }, { ...next(), 'sec-gpc': '1' }));
  await note('unknown', sendHit(server, { website: 'nonsense', page }, next()));
  await note('unreadable', sendHit(server, { website, page: 7 }, next()));
  await note('too long', sendHit(server, { website, page, language: 'x'.repeat(70_000) }, next()));
  const noisy = next();
  for (let count = 0; count < 6; count++) {
    await note(`noisy ${count}`, sendHit(server, { website, page }, noisy));
  }
  await note('wrong key', server.call(WEBSITES, { key: 'ff_wrong', headers: next() }));
  await note('no key', server.call(WEBSITES, { key: null, headers: next() }));
  await note('a key', server.call(WEBSITES, { headers: next() }));
  await note('nowhere', server.call('/nowhere', { headers: next() }));

  await rename(server, 'DayTotal', 'Elsewhere');
  await note('not stored', sendHit(server, { website, page }, next()));
  await note('pixel not stored', loadPixel(server, { website, page }, next()));
  await rename(server, 'Elsewhere', 'DayTotal');
  await rename(server, 'Website', 'Elsewhere');
  await note('defect', server.call(WEBSITES, { headers: next() }));
  const query = encodeURIComponent('{ websites { totalCount } }');
  const headers = { ...next(), accept: 'application/json' };
  await note('defect in GraphQL', server.call(`/graphql?query=${query}`, { headers }));
  await note('defect in a hit', sendHit(server, { page }, next()));
  await rename(server, 'Elsewhere', 'Website');
  return results;
}

describe('addresses and User-Agents', () => {
  test('never occur in the database files or in the log, whatever the outcome of the request', async () => {
    const logLines: string[] = [];
    const log = createLog('trace', false, { write: (line) => void logLines.push(line) });
    await using server = await startTestServer({ env: { TRACK_LIMIT: '5' }, log });
    const { tracking_id } = await newWebsite(server, { exclude_ips: '10.20.0.0/16' });
    const { people, next } = crowd();
    people.push({ address: '10.20.30.40', userAgent: 'unmistakable' });
    const results = await everyWay(server, tracking_id, next);

    // The requests had the intended outcomes.
    const reasons = results.map(([, , reason]) => reason).filter((reason) => reason !== null);
    expect(reasons).toEqual([
      'bot',
      'excluded_ip',
      'wrong_host',
      'spam',
      'prefetch',
      'privacy_signal',
      'unknown_website',
    ]);
    const statuses = Object.fromEntries(results.map(([title, status]) => [title, status]));
    expect(statuses).toMatchObject({
      'recorded v4': 202,
      'recorded v6': 202,
      'noisy 4': 202,
      'noisy 5': 429,
      unreadable: 400,
      'too long': 413,
      'not stored': 503,
      'wrong key': 401,
      defect: 500,
      'defect in a hit': 503,
    });
    expect(people.length).toBeGreaterThan(20);

    const running = await databaseBytes(server);
    await server.stop();
    const stopped = await databaseBytes(server);
    for (const bytes of [running, stopped]) {
      // The search finds the path, so it would also find an address.
      expect(bytes.includes('/unmistakable-path')).toBe(true);
      expect(tracesIn(bytes, people.slice(1))).toEqual([]);
      expect(bytes.includes('10.20.30.40')).toBe(false);
    }
    const lines = Buffer.from(logLines.join('\n'));
    // One line for the two hits that could not be stored, and one for each defect.
    expect(logLines.length).toBeGreaterThanOrEqual(3);
    expect(lines.includes('Hits cannot be stored')).toBe(true);
    expect(tracesIn(lines, people)).toEqual([]);
  });

  test('are found by this search in every notation', () => {
    const somebody = { address: '2001:db8::a7', userAgent: `${CHROME} Unmistakable/1` };
    const binary = Buffer.from('20010db80000000000000000000000a7', 'hex');
    for (const [content, count] of [
      [Buffer.concat([Buffer.from('x'), binary]), 1],
      [Buffer.from('x 2001:DB8::A7 y'), 2],
      [Buffer.from(binary.toString('hex')), 1],
      [Buffer.from('browser UNMISTAKABLE/1'), 1],
      [Buffer.from('nothing'), 0],
    ] as const) {
      expect(tracesIn(content, [somebody])).toHaveLength(count);
    }
    const four = { address: '198.51.100.77', userAgent: 'Unmistakable/2' };
    for (const form of ['198.51.100.77', 'c633644d', '3325256781', '::ffff:c633:644d']) {
      expect([form, tracesIn(Buffer.from(`"${form}"`), [four]).length > 0]).toEqual([form, true]);
    }
  });
});
