/** Playwright, loaded once for each worker process (jest.config.js). */
module.exports = globalThis.requireShared('playwright-core');
