import { expect, test } from '@jest/globals';
import { AppError } from '../../src/errors.ts';
import { type Answer, type Clock, StreamGroup } from '../../src/live/group.ts';
import { LiveStream, messageOf } from '../../src/live/stream.ts';

/** A clock that stands still until `pass` is called. */
function testClock(): Clock & { pass(ms: number): Promise<void> } {
  let now = 0;
  let timers: { at: number; fn: () => void }[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    now: () => now,
    later(fn, ms) {
      const timer = { at: now + ms, fn };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async pass(ms) {
      const until = now + ms;
      for (;;) {
        await settle();
        const [due] = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (!due) break;
        now = due.at;
        timers = timers.filter((other) => other !== due);
        due.fn();
      }
      now = until;
      await settle();
    },
  };
}

/** A group of streams, whose numbers are the number of times that they were read, unless they are given. */
function testGroup(refreshMs = Number.POSITIVE_INFINITY) {
  const clock = testClock();
  const state = {
    reads: 0,
    times: [] as number[],
    answer: (): Answer | Promise<Answer> => ({ kind: 'message', message: messageOf(`${state.reads}`) }),
    admit: async (): Promise<readonly unknown[]> => [],
  };
  const group = new StreamGroup({
    clock,
    enqueue: (work) => work(),
    refreshAt: (now) => now + refreshMs,
    now: clock.now,
  });
  function join() {
    const stream = new LiveStream(
      1,
      () => 0,
      () => void group.members.delete(stream),
    );
    const got: string[] = [];
    let end: 'open' | 'for good' | 'interrupted' = 'open';
    void (async () => {
      for (;;) {
        const { done, value } = await stream.next();
        if (!done) got.push(value.text);
        else {
          end = value ?? 'for good';
          return;
        }
      }
    })();
    group.join({
      stream,
      admit: () => state.admit(),
      async answer() {
        state.reads += 1;
        state.times.push(clock.now());
        return state.answer();
      },
      failure: (error) => messageOf(String((error as Error).message)),
    });
    return { stream, got, end: () => end, isDone: () => end !== 'open' };
  }
  /** Lets each read end only after that many ms of the clock. */
  function takeLong(ms: number) {
    state.answer = () =>
      new Promise((resolve) => {
        clock.later(() => resolve({ kind: 'message', message: messageOf(`${state.reads}`) }), ms);
      });
  }
  return { clock, state, group, join, takeLong };
}

test('however many hits arrive, a stream gets at most one message a second', async () => {
  const { clock, state, group, join } = testGroup();
  const { got } = join();
  for (let hit = 0; hit < 2_999; hit++) {
    group.wake();
    await clock.pass(1);
  }
  expect(state.times).toEqual([0, 1_000, 2_000]);
  expect(got).toEqual(['1', '2', '3']);
});

test('a lone hit is sent at once', async () => {
  const { clock, state, group, join } = testGroup();
  join();
  await clock.pass(5_000);
  group.wake();
  await clock.pass(0);
  expect(state.times).toEqual([0, 5_000]);
});

test('a hit that arrives while the numbers are read is not missed', async () => {
  const { clock, state, group, join } = testGroup();
  state.answer = async () => {
    const message = messageOf(`${state.reads}`);
    if (state.reads === 1) group.wake();
    return { kind: 'message', message };
  };
  const { got } = join();
  await clock.pass(1_000);
  expect(got).toEqual(['1', '2']);
});

test('equal numbers are sent once', async () => {
  const { clock, state, group, join } = testGroup();
  state.answer = () => ({ kind: 'message', message: messageOf('x'.repeat(500)) });
  const { got } = join();
  await clock.pass(1_000);
  group.wake();
  await clock.pass(1_000);
  expect(state.reads).toBe(2);
  expect(got).toHaveLength(1);
});

test('the numbers are read once for all streams, and are known to those that join', async () => {
  const { clock, state, join } = testGroup();
  const streams = [join(), join(), join()];
  await clock.pass(10);
  const late = join();
  await clock.pass(0);
  expect(state.reads).toBe(1);
  expect([...streams, late].map(({ got }) => got)).toEqual([['1'], ['1'], ['1'], ['1']]);
});

test('a slow client gets only the newest message', async () => {
  const stream = new LiveStream(
    1,
    () => 0,
    () => undefined,
  );
  for (const text of ['1', '2', '3']) stream.deliver(messageOf(text));
  expect(await stream.next()).toMatchObject({ value: { text: '3' } });
  stream.deliver(messageOf('4'));
  stream.end();
  expect(await stream.next()).toMatchObject({ value: { text: '4' } });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test('numbers that change with time are read again without a hit', async () => {
  const { clock, state, group, join } = testGroup(5_000);
  join();
  await clock.pass(4_999);
  group.refresh();
  await clock.pass(0);
  expect(state.reads).toBe(1);
  await clock.pass(1);
  group.refresh();
  await clock.pass(0);
  expect(state.reads).toBe(2);
});

test('a selection that takes long is read at most half of the time', async () => {
  const { clock, state, group, join, takeLong } = testGroup();
  takeLong(3_000);
  join();
  for (let second = 0; second < 11; second++) {
    group.wake();
    await clock.pass(1_000);
  }
  expect(state.times).toEqual([0, 6_000]);
});

test('a clock that leaps while the numbers are read stops them for at most a minute', async () => {
  const { clock, state, group, join, takeLong } = testGroup();
  takeLong(1_800_000);
  join();
  await clock.pass(1_800_000);
  group.wake();
  await clock.pass(60_000);
  expect(state.times).toEqual([0, 1_860_000]);
});

test('a temporary error is tried again for ten seconds, and then interrupts the streams', async () => {
  const { clock, state, join } = testGroup();
  state.answer = () => ({ kind: 'temporary', message: messageOf('unavailable') });
  const { got, end } = join();
  await clock.pass(9_500);
  expect([got, end()]).toEqual([[], 'open']);
  await clock.pass(1_000);
  expect([got, end()]).toEqual([['unavailable'], 'interrupted']);
});

test('a temporary error that passes is not sent', async () => {
  const { clock, state, join } = testGroup();
  state.answer = () => ({
    kind: state.reads < 4 ? 'temporary' : 'message',
    message: messageOf(`${state.reads}`),
  });
  const { got } = join();
  await clock.pass(20_000);
  expect(got).toEqual(['4']);
});

test('a lasting error ends the streams for good, at once', async () => {
  const { clock, state, join } = testGroup();
  state.answer = () => ({ kind: 'final', message: messageOf('wrong') });
  const { got, end } = join();
  await clock.pass(0);
  expect([got, end()]).toEqual([['wrong'], 'for good']);
});

test('messages wait while the budget is spent', async () => {
  const { clock, state, join } = testGroup();
  state.answer = () =>
    state.reads < 3 ? { kind: 'later' } : { kind: 'message', message: messageOf('paid') };
  const { got } = join();
  await clock.pass(3_000);
  expect(state.times).toEqual([0, 1_000, 2_000]);
  expect(got).toEqual(['paid']);
});

test('a viewer who may no longer read gets the reason instead of a message', async () => {
  const { clock, state, group, join } = testGroup();
  const { got, end } = join();
  await clock.pass(1_000);
  state.admit = async () => {
    throw new AppError('unauthenticated', 'revoked');
  };
  group.wake();
  await clock.pass(0);
  expect([got, end(), state.reads]).toEqual([['1', 'revoked'], 'for good', 1]);
});

test('while permissions cannot be checked, nothing is sent', async () => {
  const { clock, state, group, join } = testGroup();
  const { got, isDone } = join();
  await clock.pass(1_000);
  const { admit } = state;
  state.admit = async () => {
    throw new AppError('unavailable', 'no database');
  };
  group.wake();
  await clock.pass(5_000);
  expect([got, isDone(), state.reads]).toEqual([['1'], false, 1]);
  state.admit = admit;
  await clock.pass(2_000);
  expect(got).toEqual(['1', '2']);
});

test('a changed setting of the website is sent without a hit', async () => {
  const { clock, state, group, join } = testGroup();
  const { got } = join();
  await clock.pass(1_000);
  const first = [{ hideBelow: 5 }];
  state.admit = async () => first;
  await group.admit();
  await clock.pass(0);
  expect(got).toEqual(['1']);
  const changed = [{ hideBelow: 10 }];
  state.admit = async () => changed;
  await group.admit();
  await clock.pass(1_000);
  expect(got).toEqual(['1', '2']);
});
