/** Properties get other values in each run. `npm run jest -- --seed N` repeats a run: Jest prints its seed. */
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { LONG } from '../properties.ts';

fc.configureGlobal({ seed: jest.getSeed(), ...(LONG && { numRuns: 2_000 }) });
