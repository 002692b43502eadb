/** Properties get other values in each run. Jest prints its seed: `npm run jest -- --seed N` repeats it. */
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { LONG } from '../properties.ts';

fc.configureGlobal({ seed: jest.getSeed(), ...(LONG && { numRuns: 2_000 }) });
