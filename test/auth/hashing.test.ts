import { describe, expect, test } from '@jest/globals';
import { hash, verify } from '@node-rs/argon2';
import { CONCURRENCY, createHashing, MAX_OF_CLIENT, MAX_WAITING } from '../../src/auth/hashing.ts';
import { gatedArgon2 } from '../support/gatedArgon2.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { CHEAP, startTestServer } from '../support/server.ts';

const PLACES = MAX_WAITING.stranger + CONCURRENCY;
const stranger = (number: number) => ({ client: `203.0.113.${number}`, trusted: false });
const codes = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.kind));

describe('hashing', () => {
  test('limits concurrent and waiting calls, and refuses the rest with retryAfter', async () => {
    const argon2 = gatedArgon2();
    const hashing = createHashing({ argon2 });
    const all = Promise.allSettled(
      Array.from({ length: 100 }, (_, number) => hashing.verify('hash', 'guess', stranger(number))),
    );
    await argon2.started(CONCURRENCY);
    argon2.open();
    const settled = await all;
    expect(argon2.most).toBe(CONCURRENCY);
    // libuv has four threads, which files and DNS use, too.
    expect(argon2.most).toBeLessThanOrEqual(2);
    expect(codes(settled)).toEqual([
      ...Array(PLACES).fill('done'),
      ...Array(100 - PLACES).fill('too_many_requests'),
    ]);
    expect(settled[99]).toMatchObject({ reason: { details: { retryAfter: 5 } } });
  });

  test('limits the number of places of one client', async () => {
    const argon2 = gatedArgon2();
    const hashing = createHashing({ argon2 });
    const one = Promise.allSettled(Array.from({ length: 10 }, () => hashing.hash('guess', stranger(1))));
    const other = hashing.hash('guess', stranger(2));
    argon2.open();
    expect(codes(await one).filter((code) => code === 'done')).toHaveLength(MAX_OF_CLIENT);
    await expect(other).resolves.toBe('hash');
    await expect(hashing.hash('guess', stranger(1))).resolves.toBe('hash');
  });

  test('reserves places for trusted callers and serves them first', async () => {
    const argon2 = gatedArgon2();
    const hashing = createHashing({ argon2 });
    const order: string[] = [];
    const strangers = Array.from({ length: PLACES }, (_, number) =>
      hashing.verify('hash', 'guess', stranger(number)).then(() => order.push('stranger')),
    );
    const trusted = hashing
      .verify('hash', 'guess', { client: 'session', trusted: true })
      .then(() => order.push('trusted'));
    argon2.open();
    await Promise.all([...strangers, trusted]);
    // Calls in progress are not interrupted.
    expect(order.indexOf('trusted')).toBe(CONCURRENCY);
  });

  test('verifies a password even for an account that does not exist', async () => {
    const argon2 = gatedArgon2();
    argon2.open();
    const hashing = createHashing({ argon2 });
    await expect(hashing.verify(null, 'guess')).resolves.toBe(false);
    const before = argon2.calls.verify;
    await expect(hashing.verify(null, 'guess')).resolves.toBe(false);
    expect(argon2.calls.verify).toBe(before + 1);
  });
});

describe('many concurrent logins', () => {
  test('delay neither files nor statistics, and those beyond the queue get 429', async () => {
    const argon2 = gatedArgon2({ hash: (password) => hash(password, CHEAP), verify });
    argon2.open();
    await using server = await startTestServer({ hashing: createHashing({ argon2 }) });
    argon2.close();
    const answers = Promise.all(
      Array.from({ length: 60 }, async (_, number) => {
        const guess = { email: 'a@example.com', password: 'guess' };
        const headers = { 'x-forwarded-for': `203.0.113.${number}` };
        const { errors } = await newPerson(server).ask(LogIn, guess, headers);
        return errors?.[0]?.extensions ?? 'answered';
      }),
    );
    await argon2.started(CONCURRENCY);
    // The gate is closed, so these responses arrive while passwords are waiting.
    expect((await server.call('/assets/nothing.js')).status).toBe(404);
    expect((await server.call('/login')).status).toBe(200);
    expect((await server.call('/api/v1/websites')).status).toBe(200);
    argon2.open();
    const refused = (await answers).filter((answer) => answer !== 'answered');
    expect(refused).toHaveLength(60 - PLACES);
    expect(refused[0]).toEqual({ code: 'TOO_MANY_REQUESTS', retryAfter: 5 });
    expect(argon2.most).toBe(CONCURRENCY);
    const person = newPerson(server);
    await person.ask(LogIn, OWNER);
    expect(person.cookies.size).toBeGreaterThan(0);
  });
});
