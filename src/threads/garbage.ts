import { setFlagsFromString } from 'node:v8';

/** By how much V8 lets a heap grow until it collects garbage; 0 lets V8 decide. */
const GROWTH = { limited: 20, usual: 0 };

/**
 * Limits the garbage in the heaps of this process: most of what a reader of files allocates is garbage at
 * once, and V8 would keep twice as much memory as is used.
 * @returns a function that ends the limit.
 */
export function limitGarbage(): () => void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH.limited}`);
  return () => setFlagsFromString(`--heap-growing-percent=${GROWTH.usual}`);
}
