import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** A country on the map. */
export interface Land {
  key: string;
  /** The country code in the statistics. Several lands may have the same code. Null if they have none. */
  code: string | null;
  path: string;
  middle: [number, number];
}

export const WIDTH = 760;
export const HEIGHT = 370;

let lands: Promise<Land[]> | undefined;

/** The countries of the world as SVG paths. Loaded and computed once. */
export function readLands(): Promise<Land[]> {
  lands ??= fetch(WORLD_URL)
    .then((response) => response.json())
    .then(draw);
  lands.catch(() => {
    lands = undefined;
  });
  return lands;
}

function draw(world: Topology<{ countries: GeometryCollection<{ name: string }> }>): Land[] {
  const { features } = feature(world, world.objects.countries);
  // Antarctica has no inhabitants, and would take a fifth of the height.
  const shown = features.filter(({ id }) => id !== 'AQ');
  const projection = geoNaturalEarth1()
    .rotate([-11, 0])
    .fitExtent(
      [
        [1, 1],
        [WIDTH - 1, HEIGHT - 1],
      ],
      { type: 'FeatureCollection', features: shown },
    );
  const toPath = geoPath(projection).digits(1);
  return shown.map((shape) => ({
    key: shape.properties.name,
    code: shape.id === undefined ? null : String(shape.id),
    path: toPath(shape) ?? '',
    middle: toPath.centroid(shape),
  }));
}
