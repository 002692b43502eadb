import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createWriteQueue } from '../../src/db/writeQueue.ts';

/** A queued operation: exclusive or shared, succeeding or failing. */
const asked = fc.record({ exclusive: fc.boolean(), fails: fc.boolean() });

test('exclusive operations run alone and in order, and each caller gets its own result', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(asked, { maxLength: 12 }), async (scheduler, plan) => {
      const writeQueue = createWriteQueue();
      const running = new Set<number>();
      const done = new Set<number>();
      const results = plan.map(({ exclusive, fails }, index) => {
        const fn = async () => {
          const others = [...running];
          if (exclusive) expect(others).toEqual([]);
          for (const other of others) expect(plan[other]?.exclusive).toBe(false);
          // A shared operation waits for the last exclusive one before it, an exclusive one for all before
          // it.
          const barrier = exclusive ? index : plan.slice(0, index).findLastIndex((one) => one.exclusive) + 1;
          for (let before = 0; before < barrier; before += 1) expect(done.has(before)).toBe(true);
          running.add(index);
          await scheduler.schedule(Promise.resolve());
          running.delete(index);
          done.add(index);
          if (fails) throw new Error(`${index} failed`);
          return index;
        };
        return exclusive ? writeQueue.exclusive(fn) : writeQueue.shared(fn);
      });
      const settled = Promise.allSettled(results);
      await scheduler.waitFor(settled);
      const outcomes = (await settled).map((one) =>
        one.status === 'fulfilled' ? one.value : (one.reason as Error).message,
      );
      expect(outcomes).toEqual(plan.map(({ fails }, index) => (fails ? `${index} failed` : index)));
    }),
  );
});

test('shared operations overlap', async () => {
  const writeQueue = createWriteQueue();
  let release: () => void = () => undefined;
  const first = writeQueue.shared(() => new Promise<void>((resolve) => (release = resolve)));
  await writeQueue.shared(async () => undefined);
  release();
  await first;
});
