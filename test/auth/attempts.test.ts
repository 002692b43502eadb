import { describe, expect, test } from '@jest/globals';
import { ATTEMPTS, createAttempts, TooManyAttempts } from '../../src/auth/attempts.ts';
import { NOON } from '../support/server.ts';

const MINUTE_MS = 60_000;
const wrong = async () => null;
const stranger = (address: string) => ({ address, device: null });
/** Addresses without a common prefix. */
const far = (number: number) => `198.${number >> 8}.${number & 255}.1`;

/** Attempts with a clock that the test controls. */
function startAttempts() {
  const clock = { now: NOON };
  const attempts = createAttempts(() => clock.now);
  const guess = async (from: string, lock = 'account a', device: string | null = null) => {
    try {
      return (await attempts.guess(lock, { address: from, device }, wrong)) ?? 'wrong';
    } catch (error) {
      if (error instanceof TooManyAttempts) return 'refused';
      throw error;
    }
  };
  /** Counts the guesses that were checked rather than refused. */
  const looked = async (guesses: Promise<string>[]) =>
    (await Promise.all(guesses)).filter((answer) => answer === 'wrong').length;
  return { clock, attempts, guess, looked };
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe('wrong passwords', () => {
  test('ten from one address for one account are checked in 15 minutes', async () => {
    const { clock, guess, looked } = startAttempts();
    expect(await looked(times(15, () => guess('192.0.2.1')))).toBe(ATTEMPTS.pair);
    expect(await guess('192.0.2.2')).toBe('wrong');
    clock.now += 15 * MINUTE_MS - 1;
    expect(await guess('192.0.2.1')).toBe('refused');
    clock.now += 1;
    expect(await guess('192.0.2.1')).toBe('wrong');
  });

  test('fifty from one address for many accounts are checked', async () => {
    const { guess, looked } = startAttempts();
    expect(await looked(times(80, (index) => guess('192.0.2.1', `account ${index}`)))).toBe(ATTEMPTS.address);
  });

  test('from many addresses leave each other address one attempt, up to a total limit', async () => {
    const { guess, looked, clock } = startAttempts();
    await looked(times(10, (index) => guess(far(index))).concat(times(90, (index) => guess(far(index % 9)))));
    for (let index = 10; index < 20; index += 1) await looked(times(10, () => guess(far(index))));
    // After a hundred, every client without a known device has one attempt, including the owner.
    expect(await looked(times(10, () => guess('192.0.2.1')))).toBe(1);
    const all = await looked(times(5_000, (index) => guess(far(100 + index))));
    expect(all).toBeLessThanOrEqual(ATTEMPTS.lock);
    expect(all).toBeGreaterThan(ATTEMPTS.lock / 2);
    expect(await guess('192.0.2.9')).toBe('refused');
    clock.now += 60 * MINUTE_MS;
    expect(await guess('192.0.2.9')).toBe('wrong');
  });

  test('from other devices never lock out a known device, which has its own attempts', async () => {
    const { guess, looked } = startAttempts();
    await looked(times(5_000, (index) => guess(far(index))));
    await looked(times(100, () => guess('192.0.2.1')));
    expect(await looked(times(15, () => guess('192.0.2.1', 'account a', 'laptop')))).toBe(ATTEMPTS.pair);
    expect(await guess('192.0.2.1', 'account a', 'telephone')).toBe('wrong');
  });

  test('are counted by the /64 of IPv6 clients, and IPv4 addresses are normalized', async () => {
    const { guess, looked } = startAttempts();
    expect(await looked(times(15, (index) => guess(`2001:db8:0:7::${index + 1}`)))).toBe(ATTEMPTS.pair);
    expect(await guess('2001:db8:0:8::1')).toBe('wrong');
    expect(await looked(times(10, () => guess('::ffff:192.0.2.1')))).toBe(ATTEMPTS.pair);
    expect(await guess('192.0.2.1')).toBe('refused');
  });
});

test('a check that succeeds or throws does not count as an attempt', async () => {
  const { attempts } = startAttempts();
  for (let count = 0; count < 30; count += 1) {
    await attempts.guess('account a', stranger('192.0.2.1'), async () => true);
    const failing = attempts.guess('account a', stranger('192.0.2.1'), () =>
      Promise.reject(new Error('busy')),
    );
    await expect(failing).rejects.toThrow('busy');
  }
});

test('a refusal states when to try again and whether it is the first', async () => {
  const { clock, attempts } = startAttempts();
  const guess = () => attempts.guess('account a', stranger('192.0.2.1'), wrong);
  await Promise.all(times(ATTEMPTS.pair, guess));
  clock.now += 10 * MINUTE_MS + 1;
  await expect(guess()).rejects.toMatchObject({
    message: 'Too many wrong passwords. Try again in 5 minutes.',
    details: { retryAfter: 300 },
    first: true,
  });
  await expect(guess()).rejects.toMatchObject({ first: false });
});

test.each([1_000, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS])(
  'a clock that is set back by %i ms keeps nobody out for longer than two windows',
  async (jump) => {
    const { clock, guess, looked } = startAttempts();
    clock.now += jump;
    await looked(times(ATTEMPTS.pair, () => guess('192.0.2.1')));
    clock.now -= jump;
    clock.now += 15 * MINUTE_MS + (jump < 15 * MINUTE_MS ? jump : 0);
    expect(await guess('192.0.2.1')).toBe('wrong');
  },
);

test('a clock that jumps never makes a refusal longer than 15 minutes', async () => {
  const { clock, attempts } = startAttempts();
  const spend = () => attempts.spend('mail');
  for (const jump of [0, 1, -1, 3_600_000, -7_200_000, 86_400_000, -86_400_000]) {
    clock.now += jump;
    for (let count = 0; count < 10; count += 1) await spend().catch(() => undefined);
    await expect(spend()).rejects.toMatchObject({ details: { retryAfter: expect.any(Number) } });
    const { details } = (await spend().catch((error) => error)) as TooManyAttempts;
    expect(details.retryAfter).toBeLessThanOrEqual(15 * 60);
  }
});
