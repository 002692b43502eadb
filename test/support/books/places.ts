import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Value, writeMmdb } from '../../ingest/geo/mmdb.ts';

const place = (continent: string, country: string, city?: string, region?: string): Value => ({
  continent: { code: continent },
  country: { iso_code: country },
  ...(city === undefined ? {} : { city: { names: { en: city } } }),
  ...(region === undefined ? {} : { subdivisions: [{ names: { en: region } }] }),
});

/** Writes a small location database for GEO_DATABASE, so that tests know the location of each address. */
export async function writePlaces(folder: string): Promise<string> {
  const file = path.join(folder, 'places.mmdb');
  await writeFile(
    file,
    writeMmdb(6, {
      '81.2.69.0/24': place('EU', 'GB', 'London', 'England'),
      '81.3.0.0/16': place('EU', 'DE', 'Berlin', 'Berlin'),
      '133.11.0.0/16': place('AS', 'JP', 'Tokyo'),
      '200.160.0.0/16': place('SA', 'BR'),
      '2a01:e0a::/32': place('EU', 'FR', 'Paris', 'Ile-de-France'),
    }),
  );
  return file;
}
