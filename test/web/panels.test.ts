import { expect, test } from '@jest/globals';
import {
  columnsOf,
  GROUPS,
  panelIn,
  parametersOf,
  tabOf,
  tabsOf,
} from '../../src/web/stats/panels/panels.ts';

const groups = Object.keys(GROUPS) as (keyof typeof GROUPS)[];
const everything = () => true;
/** Returns a check that allows only the dimensions of these panels, as for a viewer of a limited link. */
const only =
  (...panels: readonly { name: string }[]) =>
  (dimension: string) =>
    panels.some(({ name }) => name.toLowerCase() === dimension);

test('cards stand in two columns; if a viewer may see none of one, both share those of the other', () => {
  const both = columnsOf(everything);
  expect(both.flat().sort()).toEqual([...groups].sort());
  const [left = []] = both;
  const ofLeft = columnsOf(only(...left.flatMap((group) => GROUPS[group])));
  expect(ofLeft.flat().sort()).toEqual([...left].sort());
  expect(ofLeft.length).toBe(Math.min(2, left.length));
  expect(columnsOf(only())).toEqual([]);
});

test('a card shows the chosen panel, or the first that the viewer may see', () => {
  for (const group of groups) {
    const [first, last] = [GROUPS[group][0], GROUPS[group].at(-1)];
    if (!first || !last) throw new Error(`The card ${group} has no panel.`);
    expect(panelIn(group, last, everything)).toBe(last);
    expect(panelIn(group, last, only(first))).toBe(first);
    expect(panelIn(group, last, only())).toBeUndefined();
  }
});

test('the parameters of a campaign share a tab', () => {
  const all = Object.values(GROUPS).flat();
  const term = all.find(({ name }) => name === 'UTM_TERM');
  const page = all.find(({ name }) => name === 'PAGE');
  if (!term || !page) throw new Error('There are no such panels.');
  expect(parametersOf(page, all)).toEqual([]);
  expect(parametersOf(term, [page, term])).toEqual([]);
  const together = parametersOf(term, all);
  expect(together).toContain(term);
  expect(new Set(together.map(tabOf)).size).toBe(1);
  expect(tabOf(page)).toBe('PAGE');
  expect(tabsOf([page, ...together])).toEqual([
    { id: 'PAGE', panel: page },
    { id: tabOf(term), panel: together[0] },
  ]);
});
