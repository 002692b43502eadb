import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_ANSWER } from '../../src/graphql/answer.ts';
import { OWNER } from '../support/person.ts';
import {
  createMeasure,
  type Measure,
  type Measured,
  measureYardstick,
  type Operation,
  ratio,
  VIEWERS,
  type ViewerKind,
} from './measure.ts';
import { type Found, search } from './search.ts';
import { createWorld, type World } from './world.ts';
import { refusedOperations, worstOperations } from './worst.ts';

/** Set by `npm run abuse`, which searches longer. */
const LONG = process.env.FOOTFALL_ABUSE === 'long';
const CANDIDATES = LONG ? 400 : 4;
const SEED = Number(process.env.FOOTFALL_SEED ?? 1);

/** The maximum CPU time of an operation, as a multiple of that of the yardstick. */
const MOST = 40;
/** The number of times that an operation above it is measured again. */
const ATTEMPTS = 3;

let world: World;
let measure: Measure;
let yardstick: Measured;
beforeAll(async () => {
  world = await createWorld(LONG ? 4_000 : 2_000);
  measure = await createMeasure(world);
  yardstick = await measureYardstick(measure);
});
afterAll(() => world.server[Symbol.asyncDispose]());

/**
 * The CPU time of an operation as a multiple of the yardstick. If it is too high, both are measured again in
 * turns, because other programs on a shared machine change the speed from second to second.
 */
async function times(as: ViewerKind, operation: Operation, first?: Measured): Promise<number> {
  const once = first ?? (await measure(as, operation));
  let factor = once.cpu / yardstick.cpu;
  for (let attempt = 0; factor > MOST && attempt < ATTEMPTS; attempt += 1) {
    factor = await ratio(
      () => measure(as, operation),
      () => measureYardstick(measure),
    );
  }
  return factor;
}

/** Prints the worst operations found, for `npm run abuse`. */
function report(as: ViewerKind, found: Found[]): void {
  if (!LONG) return;
  for (const { name, operation, measured } of found.slice(0, 10)) {
    const { cpu, bytes, points } = measured;
    const factor = (cpu / yardstick.cpu).toFixed(1);
    process.stdout.write(
      `${as} ${name}: ${factor} times, ${bytes} bytes, ${points} points\n${operation.query.slice(0, 400)}\n`,
    );
  }
}

describe.each(VIEWERS)('as %s', (as) => {
  test(`the worst accepted operations take at most ${MOST} × the CPU time of a schema query`, async () => {
    const found: Record<string, string> = {};
    for (const [name, operation] of Object.entries(worstOperations(world, as))) {
      // A session has the same permissions as a key.
      if (as === 'session' && !LONG && !/^(statistics|settings|the security)/.test(name)) continue;
      const measured = await measure(as, operation);
      const factor = await times(as, operation, measured);
      if (LONG) process.stdout.write(`${as}, ${name}: ${factor.toFixed(1)} times, ${measured.bytes} bytes\n`);
      if (measured.refused !== null && measured.bytes < 1_000) found[name] = measured.refused;
      if (factor > MOST) found[name] = `${factor.toFixed(1)} times`;
      expect([name, measured.bytes <= MAX_ANSWER]).toEqual([name, true]);
    }
    expect(found).toEqual({});
  });

  test(`rejected operations take at most ${MOST} × the CPU time of a schema query`, async () => {
    const found: Record<string, number> = {};
    for (const [name, operation] of Object.entries(refusedOperations(as))) {
      const measured = await measure(as, operation);
      expect([name, measured.refused]).toEqual([name, expect.any(String)]);
      expect([name, measured.bytes < 50_000]).toEqual([name, true]);
      const factor = await times(as, operation, measured);
      if (factor > MOST) found[name] = factor;
    }
    expect(found).toEqual({});
  });

  test('a random search of the schema finds no operation that takes longer', async () => {
    const found = await search(as, { world, measure, count: CANDIDATES, seed: SEED });
    expect(found).toHaveLength(CANDIDATES);
    report(as, found);
    for (const { name, operation, measured } of found) {
      expect([name, measured.bytes <= MAX_ANSWER]).toEqual([name, true]);
      expect([name, operation.query.slice(0, 1_000), (await times(as, operation, measured)) <= MOST]).toEqual(
        [name, operation.query.slice(0, 1_000), true],
      );
    }
  });
});

test('each aliased logIn field of an operation counts as one attempt', async () => {
  const { server } = world;
  const logIn = (name: string, password: string) =>
    `${name}: logIn(input: { email: "${OWNER.email}", password: "${password}" }) { __typename }`;
  const ask = async (query: string) => {
    const response = await server.call('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.99' },
      body: JSON.stringify({ query }),
      key: null,
    });
    return (await response.json()) as { data: unknown; errors?: { extensions: { code: string } }[] };
  };
  const guesses = Array.from({ length: 15 }, (_, index) => logIn(`a${index}`, `wrong password ${index}`));
  const { errors } = await ask(`mutation { ${guesses.join(' ')} }`);
  expect(errors?.map(({ extensions }) => extensions.code)).toContain('TOO_MANY_REQUESTS');
  expect((await ask(`mutation { ${logIn('a', OWNER.password)} }`)).errors?.[0]?.extensions.code).toBe(
    'TOO_MANY_REQUESTS',
  );
});
