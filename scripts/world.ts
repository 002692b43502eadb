import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import countries from 'i18n-iso-countries';

const require = createRequire(import.meta.url);

interface Shape {
  id?: string;
  properties: { name: string };
}

/** The part of the atlas, a TopoJSON file, that this script changes. */
export interface World {
  objects: { countries: { geometries: Shape[] } };
}

/**
 * Territories without a numeric code in the atlas, with the country code that the location database uses for
 * them.
 */
const UNNUMBERED: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };

/**
 * The countries of the world. The numeric codes of the atlas are replaced by the alpha-2 codes of the
 * statistics.
 */
export async function readWorld(): Promise<World> {
  const world: World = JSON.parse(await readFile(require.resolve('world-atlas/countries-110m.json'), 'utf8'));
  const { countries: all } = world.objects;
  all.geometries = all.geometries.map(({ id, ...shape }) => {
    const code = id ? countries.numericToAlpha2(id) : UNNUMBERED[shape.properties.name];
    return code ? { ...shape, id: code } : shape;
  });
  return world;
}
