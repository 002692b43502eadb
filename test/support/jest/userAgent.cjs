/** The parser of User-Agents of the recorder, loaded once for each worker process (jest.config.js). */
module.exports = globalThis.requireShared('./source.cjs')('ingest/device/userAgent.ts');
