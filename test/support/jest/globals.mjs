export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globalThis[Symbol.for('footfall.jest')];
