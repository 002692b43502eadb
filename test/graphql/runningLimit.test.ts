import { describe, expect, test } from '@jest/globals';
import { createRunningLimit } from '../../src/graphql/cost/running.ts';

const requester = (viewer: string, signal: AbortSignal | null = null) => ({ viewer, signal });

/** Enters operations, and records which of them run. */
function entering(most: number) {
  const limit = createRunningLimit(most);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    limit,
    running,
    enter(name: string, viewer: string, points: number, signal: AbortSignal | null = null): Promise<void> {
      return limit.enter(requester(viewer, signal), points).then((end) => {
        running.push(name);
        ends.set(name, () => {
          running.splice(running.indexOf(name), 1);
          end();
        });
      });
    },
    async end(name: string) {
      ends.get(name)?.();
      // Those who waited continue in later microtasks.
      for (let turn = 0; turn < 5; turn++) await null;
    },
  };
}

describe('the operations of a viewer that run at once', () => {
  test('cost at most so many points together; others wait in their order', async () => {
    const { enter, end, running } = entering(100);
    await enter('a', 'key 1', 60);
    void enter('b', 'key 1', 60);
    void enter('c', 'key 1', 40);
    await end('nothing');
    expect(running).toEqual(['a']);
    await end('a');
    expect(running).toEqual(['b', 'c']);
  });

  test('may be a single one that costs more', async () => {
    const { enter, running } = entering(100);
    await enter('a', 'key 1', 500);
    expect(running).toEqual(['a']);
  });

  test('do not keep those of another viewer waiting', async () => {
    const { enter, running } = entering(100);
    await enter('a', 'key 1', 100);
    void enter('b', 'key 1', 1);
    await enter('c', 'key 2', 100);
    expect(running).toEqual(['a', 'c']);
  });

  test('do not begin after the client has left, and leave room for the next one', async () => {
    const { enter, end, running } = entering(100);
    const client = new AbortController();
    await enter('a', 'key 1', 100);
    const left = enter('b', 'key 1', 100, client.signal);
    void enter('c', 'key 1', 100);
    client.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await end('a');
    expect(running).toEqual(['c']);
  });

  test('are refused if a hundred wait already', async () => {
    const { limit, enter, end, running } = entering(1);
    await enter('first', 'key 1', 1);
    const waiting = Array.from({ length: 100 }, (_, index) => enter(`${index}`, 'key 1', 1));
    await expect(limit.enter(requester('key 1'), 1)).rejects.toMatchObject({ kind: 'too_many_requests' });
    await limit.enter(requester('key 2'), 1);
    for (const name of ['first', ...waiting.keys()]) await end(String(name));
    await Promise.all(waiting);
    expect(running).toEqual([]);
  });
});
