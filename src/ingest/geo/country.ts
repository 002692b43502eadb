import { openPlaces, type Places } from './place.ts';

/** The country of an address, ISO 3166-1 alpha-2; empty if unknown. */
export type CountryLookup = (address: string) => string;

/** Opening takes some milliseconds; and no address is to stay in memory for longer than that. */
const OPEN_MS = 60_000;

// The thread that records hits opens the same file, and says what is wrong with it.
const silent = { info: () => undefined, warn: () => undefined };

/**
 * Looks up countries for log ins and the like, which are few: the database is open for a minute from the first of them.
 * @param database GEO_DATABASE.
 */
export function createCountryLookup(database: string | undefined): CountryLookup {
  let places: Places | null = null;
  function close(): void {
    places?.close();
    places = null;
  }
  return (address) => {
    if (!places) {
      places = openPlaces({ database, log: silent });
      setTimeout(close, OPEN_MS).unref();
    }
    return places.find(address).country;
  };
}
