import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createTurns } from '../../src/db/turns.ts';

/** Something that is asked for: alone or not, and how it ends. */
const asked = fc.record({ alone: fc.boolean(), fails: fc.boolean() });

test('what runs alone runs beside nothing, nothing passes it, and who asks gets what became of it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(asked, { maxLength: 12 }), async (scheduler, plan) => {
      const turns = createTurns();
      const running = new Set<number>();
      const done = new Set<number>();
      const results = plan.map(({ alone, fails }, index) => {
        const fn = async () => {
          const others = [...running];
          if (alone) expect(others).toEqual([]);
          for (const other of others) expect(plan[other]?.alone).toBe(false);
          // All before the last one alone, and before this one if it is alone itself.
          const barrier = alone ? index : plan.slice(0, index).findLastIndex((one) => one.alone) + 1;
          for (let before = 0; before < barrier; before += 1) expect(done.has(before)).toBe(true);
          running.add(index);
          await scheduler.schedule(Promise.resolve());
          running.delete(index);
          done.add(index);
          if (fails) throw new Error(`${index} failed`);
          return index;
        };
        return alone ? turns.alone(fn) : turns.together(fn);
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

test('what does not run alone overlaps', async () => {
  const turns = createTurns();
  let release: () => void = () => undefined;
  const first = turns.together(() => new Promise<void>((resolve) => (release = resolve)));
  await turns.together(async () => undefined);
  release();
  await first;
});
