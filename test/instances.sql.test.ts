import { describe, expect, test } from '@jest/globals';
import { createLease } from '../src/app/jobs/lease.ts';
import { CreateOwner, newPerson, OWNER } from './support/person.ts';
import { form, newWebsite, rest, WEBSITES } from './support/rest.ts';
import { NOON, startTestServer, type TestServer } from './support/server.ts';
import { outcome, RECORDED, sendHit } from './support/track.ts';

const page = 'https://example.com/';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const salts = async ({ deps }: TestServer) => (await deps.db.read.salt.findMany()).map(({ day }) => day);

describe('two instances on one database', () => {
  test('one runs the jobs, and the other takes over when it dies', async () => {
    await using one = await startTestServer();
    await one.runJobs();
    await using other = await startTestServer({ beside: one });
    await newWebsite(one);
    await sendHit(one, { page });
    expect(await salts(one)).toEqual([20261121]);
    // The day is over by the clock of the instance that is not the leader.
    other.setTime(NOON + DAY);
    await one.deps.db.write((tx) => tx.lease.updateMany({ data: { until: new Date(NOON + DAY + MINUTE) } }));
    await other.runJobs();
    expect(await salts(other)).toEqual([20261121]);
    // The first instance has not renewed its lease since.
    other.setTime(NOON + DAY + MINUTE);
    await other.runJobs();
    expect(await salts(other)).toEqual([]);
    expect(other.logLines.join('\n')).toContain('This instance is now the leader');
    // When the first instance is back, it leaves the jobs to the other.
    one.setTime(NOON + DAY + MINUTE);
    await one.runJobs();
    expect(one.logLines.join('\n')).toContain('Another instance is now the leader');
  });

  test('one takes over from a leader whose clock was a day ahead when it died', async () => {
    await using one = await startTestServer();
    const lease = (now: number) => createLease({ ...one.deps, now: () => now }, 'test', 2 * MINUTE);
    const [dead, other] = [lease(NOON + DAY), lease(NOON)];
    expect(await dead.hold()).toBe(true);
    expect(await other.hold()).toBe(true);
    expect(await lease(NOON + MINUTE).hold()).toBe(false);
  });

  test('one takes over at once when the leader stops', async () => {
    const one = await startTestServer();
    await one.runJobs();
    await using other = await startTestServer({ beside: one });
    await other.runJobs();
    expect(other.logLines.join('\n')).not.toContain('is now the leader');
    await one.stop();
    await other.runJobs();
    expect(other.logLines.join('\n')).toContain('This instance is now the leader');
    await one[Symbol.asyncDispose]();
  });

  test('a setting changed on one applies on the other within 5 s, a revoked key at once', async () => {
    await using one = await startTestServer();
    const { tracking_id: website } = await newWebsite(one);
    await using other = await startTestServer({ beside: one });
    const hit = async () =>
      outcome(await sendHit(other, { website, page }, { 'x-forwarded-for': '203.0.113.7' }));
    expect(await hit()).toEqual(RECORDED);
    const changed = await rest(one, `${WEBSITES}/1`, form('PATCH', { exclude_ips: '203.0.113.7' }));
    expect(changed.status).toBe(200);
    other.setTime(NOON + 5_000);
    expect(await hit()).toEqual([202, 'excluded_ip']);
    expect((await rest(other, `${WEBSITES}/1`)).body).toEqual(changed.body);

    const { key } = await one.newAccount('another@example.com');
    expect((await other.call(WEBSITES, { key })).status).toBe(200);
    await one.deps.db.write((tx) => tx.apiKey.updateMany({ data: { revokedAt: new Date(NOON) } }));
    expect((await other.call(WEBSITES, { key })).status).toBe(401);
  });

  test('both show the same setup link until an account exists', async () => {
    await using one = await startTestServer({ unclaimed: true });
    await using other = await startTestServer({ beside: one });
    expect(one.setupUrl).toMatch(/\/setup\?token=[\w-]{32}$/);
    expect(other.setupUrl).toBe(one.setupUrl);
    const { pathname, search, searchParams } = new URL(one.setupUrl ?? '');
    const { data } = await newPerson(other).ask(CreateOwner, {
      token: searchParams.get('token') ?? '',
      ...OWNER,
    });
    expect(data.createOwner.__typename).toBe('CreateOwnerSuccess');
    expect((await one.call(`${pathname}${search}`, { key: null })).status).toBe(404);
    expect(await one.deps.db.read.setting.count({ where: { key: 'setup_token' } })).toBe(0);
  });
});
