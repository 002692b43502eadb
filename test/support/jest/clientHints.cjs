/** Its parser of Client Hints, too. */
module.exports = globalThis.requireShared('node-device-detector/client-hints');
