import { openPlaces, type Places } from './place.ts';

/** Returns the country of an address, ISO 3166-1 alpha-2; empty if unknown. */
export type CountryLookup = (address: string) => string;

/**
 * How long the database stays open. Opening takes some milliseconds, and no address may stay in memory for
 * longer than this.
 */
const OPEN_MS = 60_000;

// The recorder thread opens the same file and logs its faults.
const silent = { info: () => undefined, warn: () => undefined };

/** Looks up countries until it is closed. */
export interface Countries {
  find: CountryLookup;
  /** Closes the database; the next lookup would open it again. */
  close(): void;
}

/**
 * Looks up countries for infrequent events such as sign-ins. The first lookup opens the database for one
 * minute.
 * @param database GEO_DATABASE.
 */
export function openCountries(database: string | undefined): Countries {
  let places: Places | null = null;
  let closing: NodeJS.Timeout | undefined;
  function close(): void {
    clearTimeout(closing);
    places?.close();
    places = null;
  }
  return {
    close,
    find(address) {
      if (!places) {
        places = openPlaces({ database, log: silent });
        closing = setTimeout(close, OPEN_MS).unref();
      }
      return places.find(address).country;
    },
  };
}
