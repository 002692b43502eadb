import { expect, test } from '@jest/globals';
import { readWorld } from '../../scripts/world.ts';

test('every country of the map has the country code of the statistics', async () => {
  const { geometries } = (await readWorld()).objects.countries;
  expect(geometries.length).toBeGreaterThan(170);
  expect(geometries.filter(({ id }) => !/^[A-Z]{2}$/.test(id ?? ''))).toEqual([]);
  const codeOf = (name: string) => geometries.find(({ properties }) => properties.name === name)?.id;
  expect(['Kosovo', 'N. Cyprus', 'Cyprus', 'Somaliland', 'Germany'].map(codeOf)).toEqual([
    'XK',
    'CY',
    'CY',
    'SO',
    'DE',
  ]);
});
