import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { SettingsRecord } from '../../../src/transfer/sources/records.ts';
import { type Importing, NOW, startImporting, viewAt } from '../../support/transfer/importing.ts';

let importing: Importing;
beforeEach(async () => {
  importing = await startImporting();
});
afterEach(() => importing[Symbol.asyncDispose]());

const NOTHING: SettingsRecord = {
  ...{ kind: 'settings', line: 1, website: {}, goals: [], funnels: [], segments: [], annotations: [] },
  sharedLinks: [],
};

let days = 0;

/** Imports a hit of another day with the settings of an export. */
async function restore(settings: Partial<SettingsRecord>) {
  const records = [{ ...NOTHING, ...settings }, viewAt(NOW - ++days * 86_400_000)];
  const { restored, skipped } = await importing.run(records);
  const examples = Object.entries(JSON.parse(skipped) as Record<string, { examples: { message: string }[] }>);
  return {
    restored,
    skipped: examples.flatMap(([reason, of]) => of.examples.map(({ message }) => [reason, message])),
  };
}

const buy = { event: { in: ['Buy'] } };

test('settings that could not be created are reported, and the others are restored', async () => {
  const deep = JSON.parse(`${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`) as unknown;
  const { restored, skipped } = await restore({
    goals: [
      { id: 7, name: 'Buy', filter: buy },
      { id: 8, name: 'Nested', filter: { goal: 7 } },
      { id: 9, name: '', filter: deep },
      null,
    ],
    segments: [
      { id: 1, name: 'Buyers', filter: { visited: { goal: 7 } } },
      { id: 2, name: 'Other', filter: { visited: { goal: 8 } } },
      { id: 3, name: 'Deep', filter: deep },
    ],
    funnels: [{ id: 1, name: 'Short', steps: [{ goal: 7 }], scope: 'visitor', strict: false }],
    annotations: [{ day: '2026-02-30', text: 'Never' }, { day: '2026-02-28', text: 'Launch' }, 5],
  });
  expect(restored).toEqual({ goals: 1, segments: 1, funnels: 0, annotations: 1 });
  expect(skipped.map(([reason]) => reason)).toEqual(skipped.map(() => 'invalid_setting'));
  const messages = skipped.map(([, message]) => message);
  expect(messages).toHaveLength(5);
  expect(messages[0]).toMatch(/^goal "Nested": filter.goal: /);
  expect(messages[1]).toMatch(/^goal "": name: Is required. filter/);
  const [one] = await importing.db.read.segment.findMany({ where: { websiteId: 1 } });
  const [goal] = await importing.db.read.goal.findMany({ where: { websiteId: 1 } });
  expect(JSON.parse(one?.filter ?? '')).toEqual({ visited: { goal: goal?.id } });
});

test('a goal that is not in the export is not taken for one of the website', async () => {
  await restore({ goals: [{ id: 7, name: 'Buy', filter: buy }] });
  const { id } = await importing.db.read.goal.findFirstOrThrow();
  const filter = { visited: { goal: id } };
  const { restored, skipped } = await restore({ segments: [{ id: 1, name: 'Unknown', filter }] });
  expect(restored).toMatchObject({ segments: 0 });
  const message = `goal: The goal ${id} of the export, which it uses, was not restored.`;
  expect(skipped).toEqual([['invalid_setting', `segment "Unknown": ${message}`]]);
});

test('more rows than a website may have are not created', async () => {
  const annotations = Array.from({ length: 1_003 }, (_, index) => ({ day: '2026-02-28', text: `${index}` }));
  const { restored, skipped } = await restore({ annotations });
  expect(restored?.annotations).toBe(1_000);
  expect(skipped.at(-1)).toEqual([
    'invalid_setting',
    'annotation "1002": A website has at most 1000 of them.',
  ]);
});
