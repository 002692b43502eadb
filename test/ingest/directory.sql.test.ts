import { describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/db/database.ts';
import { DatabaseFault, type FaultKind } from '../../src/db/health/faults.ts';
import { readAliases } from '../../src/ingest/aliases.ts';
import { createDirectory } from '../../src/ingest/directory.ts';
import { noteChange } from '../../src/websites/noteChange.ts';
import { addWebsites, openTestDatabase } from '../support/books/database.ts';

type Find = (args: never) => Promise<unknown>;

/**
 * A directory over a database with websites, whose reads can be made to fail or to wait, and a clock that is
 * set by hand.
 */
async function setUp(lookupMs = 60_000) {
  const database = await openTestDatabase();
  await addWebsites(database.db);
  const { read, write } = database.db;
  const website = await read.website.findFirstOrThrow();
  const clock = { now: 0 };
  const state = {
    lookups: 0,
    checks: 0,
    faults: [] as FaultKind[],
    isAway: false,
    hold: null as Promise<void> | null,
  };
  const failing = (find: Find, count: () => void) => async (args: never) => {
    count();
    const fault = state.isAway ? 'unreachable' : state.faults.shift();
    if (fault) throw new DatabaseFault(fault, '', null);
    const found = await find(args);
    await state.hold;
    return found;
  };
  const fake = {
    website: {
      findMany: failing(read.website.findMany as Find, () => {
        state.lookups += 1;
      }),
    },
    websiteChange: {
      async findMany(args: never) {
        state.checks += 1;
        if (state.isAway) throw new DatabaseFault('unreachable', '', null);
        return (read.websiteChange.findMany as Find)(args);
      },
    },
  };
  const db = { read: fake } as unknown as Database;
  return {
    directory: createDirectory({ db, now: () => clock.now, lookupMs }),
    website,
    clock,
    state,
    write,
    /** Changes the website as another instance does. */
    change: (data: { timezone?: string; domain?: string; aliases?: string }) =>
      write(async (tx) => {
        await tx.website.update({ where: { id: website.id }, data });
        await noteChange(tx, website.id, [website.domain, data.domain ?? website.domain]);
      }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** Makes lookups wait after they have read. Returns a function that lets them answer. */
function holdLookups(state: { hold: Promise<void> | null }): () => void {
  let release = () => {};
  state.hold = new Promise((resolve) => {
    release = resolve;
  });
  return () => {
    release();
    state.hold = null;
  };
}

describe('while nothing changes', () => {
  test('a website is read once, and changes are asked for once a second at most', async () => {
    await using world = await setUp();
    const { directory, website, clock, state } = world;
    for (; clock.now < 60_000; clock.now += 100) {
      expect(await directory.byTrackingId(website.trackingId)).toMatchObject({ id: website.id });
      expect(await directory.byHost(website.domain)).toMatchObject({ id: website.id });
    }
    expect(state.lookups).toBe(2);
    expect(state.checks).toBeLessThanOrEqual(61);
    expect(state.checks).toBeGreaterThan(20);
  });

  test('an unknown host is read once, an unknown tracking id each time', async () => {
    await using world = await setUp();
    const { directory, clock, state } = world;
    for (; clock.now < 10_000; clock.now += 1_000) expect(await directory.byHost('unknown.test')).toBeNull();
    expect(state.lookups).toBe(1);
    for (const lookups of [2, 3]) {
      expect(await directory.byTrackingId('unknown')).toBeNull();
      expect(state.lookups).toBe(lookups);
    }
  });
});

test('lookups by requests of one turn of the event loop are one query', async () => {
  await using world = await setUp();
  const { directory, state } = world;
  await directory.byHost('unknown.test');
  const found: Promise<unknown>[] = [];
  const request = (id: string) => () => found.push(directory.byTrackingId(id));
  // As sockets do, these call back one after the other, with the promises of each in between.
  const ids = ['one', 'two', 'three'];
  await new Promise<void>((resolve) => {
    for (const id of ids) setImmediate(request(id));
    setImmediate(resolve);
  });
  expect(await Promise.all(found)).toEqual(ids.map(() => null));
  expect(state.lookups).toBe(2);
});

test('a change that was not noted is seen after ten minutes', async () => {
  await using world = await setUp();
  const { directory, website, clock, write } = world;
  await directory.byTrackingId(website.trackingId);
  await write((tx) => tx.website.update({ where: { id: website.id }, data: { timezone: 'Asia/Tokyo' } }));
  clock.now += 600_000;
  expect(await directory.byTrackingId(website.trackingId)).toMatchObject({ timezone: 'Asia/Tokyo' });
});

describe('a change', () => {
  test('by another instance is noticed within two seconds', async () => {
    await using world = await setUp();
    const { directory, website, clock, change } = world;
    await directory.byTrackingId(website.trackingId);
    await directory.byHost('renamed.test');
    await change({ timezone: 'Asia/Tokyo', domain: 'renamed.test' });
    clock.now += 2_000;
    expect(await directory.byTrackingId(website.trackingId)).toMatchObject({ timezone: 'Asia/Tokyo' });
    expect(await directory.byHost('renamed.test')).toMatchObject({ timezone: 'Asia/Tokyo' });
    expect(await directory.byHost(website.domain)).toBeNull();
  });

  test('by this process is noticed by the next lookup, even if a check is under way', async () => {
    await using world = await setUp();
    const { directory, website, clock, change } = world;
    await directory.byTrackingId(website.trackingId);
    clock.now += 1_500;
    // Starts a check in the background.
    await directory.byTrackingId(website.trackingId);
    await change({ timezone: 'Asia/Tokyo' });
    directory.changed();
    expect(await directory.byTrackingId(website.trackingId)).toMatchObject({ timezone: 'Asia/Tokyo' });
  });

  test('during a lookup does not leave the old settings in memory', async () => {
    await using world = await setUp();
    const { directory, website, clock, state, change } = world;
    await directory.byHost('other.test');
    const release = holdLookups(state);
    const slow = directory.byTrackingId(website.trackingId);
    // The lookup has read the website, and its answer is still on its way.
    while (state.lookups < 2) await new Promise(setImmediate);
    await change({ timezone: 'Asia/Tokyo' });
    clock.now += 5_000;
    await directory.byHost('other.test');
    release();
    await slow;
    expect(await directory.byTrackingId(website.trackingId)).toMatchObject({ timezone: 'Asia/Tokyo' });
  });

  test('that is no longer kept makes the directory forget every website', async () => {
    await using world = await setUp();
    const { directory, website, clock, state, change, write } = world;
    await change({});
    await directory.byTrackingId(website.trackingId);
    await write((tx) => tx.websiteChange.deleteMany());
    await write((tx) => tx.website.update({ where: { id: website.id }, data: { timezone: 'Asia/Tokyo' } }));
    clock.now += 2_000;
    expect(await directory.byTrackingId(website.trackingId)).toMatchObject({ timezone: 'Asia/Tokyo' });
    expect(state.lookups).toBe(2);
  });
});

describe('an id in another product', () => {
  const page = 'page.test';

  test('and an unknown one cost no query while nothing changes', async () => {
    await using world = await setUp();
    const { directory, website, clock, state, change } = world;
    await change({ aliases: 'x1\nx2' });
    for (; clock.now < 60_000; clock.now += 100) {
      for (const alias of ['x1', 'x2'])
        expect(await directory.byAlias(alias, page)).toMatchObject({ id: website.id });
      expect(await directory.byAlias(`unknown ${clock.now}`, page)).toBeNull();
    }
    // The aliases, and the website.
    expect(state.lookups).toBe(2);
  });

  test('finds its website as soon as the setting has it, and no longer than that', async () => {
    await using world = await setUp();
    const { directory, website, change } = world;
    const found = async () => (await directory.byAlias('x1', page))?.id ?? null;
    expect(await found()).toBeNull();
    for (const [aliases, id] of [
      ['x1', website.id],
      ['x2', null],
    ] as const) {
      await change({ aliases });
      directory.changed();
      expect(await found()).toBe(id);
    }
  });

  test('is not one of before a change that came while the ids were read', async () => {
    await using world = await setUp();
    const { directory, website, clock, state, change } = world;
    await directory.byHost('other.test');
    const release = holdLookups(state);
    const first = directory.byAlias('x1', page);
    // The aliases have been read, and the answer is still on its way.
    while (state.lookups < 2) await new Promise(setImmediate);
    await change({ aliases: 'x1' });
    clock.now += 5_000;
    await directory.byHost('other.test');
    const second = directory.byAlias('x1', page);
    await new Promise(setImmediate);
    release();
    expect(await first).toBeNull();
    for (const found of [second, directory.byAlias('x1', page)])
      expect(await found).toMatchObject({ id: website.id });
  });

  test('that was changed without a note is seen after ten minutes', async () => {
    await using world = await setUp();
    const { directory, website, clock, write } = world;
    expect(await directory.byAlias('x1', page)).toBeNull();
    await write((tx) => tx.website.update({ where: { id: website.id }, data: { aliases: 'x1' } }));
    clock.now += 600_000;
    expect(await directory.byAlias('x1', page)).toMatchObject({ id: website.id });
  });

  test('is found while the database is away, also after ten minutes', async () => {
    await using world = await setUp(50);
    const { directory, website, clock, state, change } = world;
    await change({ aliases: 'x1' });
    await directory.byAlias('x1', page);
    state.isAway = true;
    clock.now += 600_000;
    expect(await directory.byAlias('x1', page)).toMatchObject({ id: website.id });
  });

  test('is kept up to a maximum, those of the oldest websites first', async () => {
    await using database = await openTestDatabase();
    await addWebsites(database.db);
    const { read, write } = database.db;
    for (const [id, aliases] of [
      [1, 'x1\nx2'],
      [2, 'x1\nx3'],
    ] as const)
      await write((tx) => tx.website.update({ where: { id }, data: { aliases } }));
    const kept = async (most: number) => [...(await readAliases({ read }, most)).keys()];
    expect([await kept(4), await kept(3), await kept(1)]).toEqual([['x1', 'x2', 'x3'], ['x1', 'x2'], []]);
  });
});

describe('while the database is away', () => {
  test('known websites are found', async () => {
    await using world = await setUp();
    const { directory, website, clock, state } = world;
    await directory.byTrackingId(website.trackingId);
    state.isAway = true;
    for (const _time of ['first', 'again']) {
      clock.now += 60_000;
      expect(await directory.byTrackingId(website.trackingId)).toMatchObject({ id: website.id });
    }
  });

  test('a lookup of an unknown website waits until it is back', async () => {
    await using world = await setUp();
    const { directory, website, state } = world;
    state.faults = ['unreachable', 'crowded', 'unreachable'];
    expect(await directory.byTrackingId(website.trackingId)).toMatchObject({ id: website.id });
    expect(state.lookups).toBe(4);
  });

  test('a lookup of an unknown website fails when the wait is over', async () => {
    await using world = await setUp(50);
    const { directory, website, state } = world;
    state.isAway = true;
    await expect(directory.byTrackingId(website.trackingId)).rejects.toThrow(DatabaseFault);
    expect(state.lookups).toBeGreaterThan(1);
  });
});

test('a lookup that fails for another reason is not repeated', async () => {
  await using world = await setUp();
  const { directory, website, state } = world;
  state.faults = ['damaged'];
  await expect(directory.byTrackingId(website.trackingId)).rejects.toThrow(DatabaseFault);
  expect(state.lookups).toBe(1);
});
