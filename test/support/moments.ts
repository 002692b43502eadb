import { randomBytes } from 'node:crypto';
import { seededRandom } from './server.ts';

/**
 * Draws the random moments at which a test kills or stops something. They are others in each run;
 * `FOOTFALL_SEED=…` repeats those of a run that printed its seed.
 * @param purpose each has numbers of its own.
 * @returns a function that draws an integer from 0 to `limit` - 1.
 */
export function randomMoments(purpose: string): (limit: number) => number {
  const seed = process.env.FOOTFALL_SEED ?? randomBytes(4).toString('hex');
  process.stderr.write(`The random moments of ${purpose} use FOOTFALL_SEED=${seed}\n`);
  const random = seededRandom(`${seed} ${purpose}`);
  return (limit) => Buffer.from(random(4)).readUInt32BE() % limit;
}
