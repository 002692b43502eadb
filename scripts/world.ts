import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries';

const require = createRequire(import.meta.url);

interface Shape {
  id?: string;
  properties: { name: string };
}

/** The part of the atlas, a TopoJSON file, that is changed here. */
export interface World {
  objects: { countries: { geometries: Shape[] } };
}

/** Lands without a number in the atlas, with the code under which the database of places has their addresses. */
const UNNUMBERED: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };

/** The world's countries, each with the code that statistics have for it in the place of the atlas' number. */
export async function readWorld(): Promise<World> {
  const world: World = JSON.parse(await readFile(require.resolve('world-atlas/countries-110m.json'), 'utf8'));
  const { countries: all } = world.objects;
  all.geometries = all.geometries.map(({ id, ...shape }) => {
    const code = id ? countries.numericToAlpha2(id) : UNNUMBERED[shape.properties.name];
    return code ? { ...shape, id: code } : shape;
  });
  return world;
}
