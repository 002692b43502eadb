/** node-device-detector, loaded once for each worker process (jest.config.js). */
module.exports = globalThis.requireShared('node-device-detector');
