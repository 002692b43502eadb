/** `@jest/globals` for the test file that is being loaded (hooks.mjs): the package needs Jest's loader. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis[Symbol.for('footfall.jest')];
