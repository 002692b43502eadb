import { describe, expect, test } from '@jest/globals';
import { graphqlData } from '../support/engine/asking.ts';
import { LOCKED, linkSite, NONE, OPEN } from '../support/linkSite.ts';
import { asHolder, newLink, unlock } from '../support/links.ts';
import { NOON } from '../support/server.ts';

const { server, look } = linkSite();
const HOUR_MS = 3_600_000;
const PASSWORD = 'tall green kettle';

describe('a link with a password', () => {
  test('shows nothing until the password is given, and then for 24 hours', async () => {
    const link = await newLink(server(), { password: PASSWORD });
    expect(await look(asHolder(server(), link))).toEqual(LOCKED);
    expect(await look(asHolder(server(), link), 2)).toEqual(NONE);
    const wrong = await unlock(server(), link, 'guess');
    expect(wrong).toEqual({ errors: [{ path: ['input', 'password'], message: 'The password is wrong.' }] });
    const { unlocked } = await unlock(server(), link, PASSWORD);
    expect(unlocked?.expiresAt).toBe('2026-11-22T12:00:00.000Z');
    const { grant = '' } = unlocked ?? {};
    const holder = asHolder(server(), link, grant);
    expect(await look(holder)).toMatchObject(OPEN);
    server().setTime(NOON + 24 * HOUR_MS);
    expect(await look(holder)).toEqual(LOCKED);
    server().setTime(NOON);
    const [until = '', signature] = grant.split('.');
    for (const forged of [`${Number(until) + 1}.${signature}`, `${until}.${'0'.repeat(64)}`, 'nonsense'])
      expect(await look(asHolder(server(), link, forged))).toEqual(LOCKED);
    const other = await newLink(server(), { password: PASSWORD });
    expect(await look(asHolder(server(), other, grant))).toEqual(LOCKED);
  });

  test('asks again after its password was changed', async () => {
    const link = await newLink(server(), { password: PASSWORD });
    const { grant = '' } = (await unlock(server(), link, PASSWORD)).unlocked ?? {};
    const change = (password: string | null) =>
      graphqlData(
        server(),
        `mutation ($password: String) {
          updateSharedLink(input: { id: "${link.id}", password: $password }) { __typename } }`,
        { password },
      );
    await change('small red kettle');
    expect(await look(asHolder(server(), link, grant))).toEqual(LOCKED);
    await change(null);
    expect(await look(asHolder(server(), link))).toMatchObject(OPEN);
  });

  test('checks at most ten wrong passwords of an address', async () => {
    const link = await newLink(server(), { name: 'Guessed', password: PASSWORD });
    for (let count = 0; count < 10; count += 1) await unlock(server(), link, 'guess');
    await expect(unlock(server(), link, PASSWORD)).rejects.toThrow('TOO_MANY_REQUESTS');
    await server().deps.db.write(async () => undefined);
    const event = await server().deps.db.read.securityEvent.findFirst({ orderBy: { id: 'desc' } });
    expect(event).toMatchObject({ kind: 'page_locked_out', subject: 'small.test', detail: 'Guessed' });
  });

  test('is the only one that can be unlocked', async () => {
    const open = await newLink(server());
    for (const token of [open.token, 'A'.repeat(32), 'x'])
      expect(await unlock(server(), { token }, PASSWORD)).toEqual({
        errors: [{ path: ['input', 'token'], message: 'No shared link with a password has this token.' }],
      });
  });
});
