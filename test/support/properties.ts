/**
 * Whether properties are checked with many more values than in `npm test`: `npm run test:long` sets
 * FOOTFALL_PROPERTIES.
 */
export const LONG = process.env.FOOTFALL_PROPERTIES === 'long';

/** The number of values for a property that is slow: `few` in `npm test`, 10,000 in the long form. */
export const runs = (few: number): number => (LONG ? 10_000 : few);
