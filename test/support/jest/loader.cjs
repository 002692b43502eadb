const { register } = require('node:module');
const { pathToFileURL } = require('node:url');
let done = false;
exports.loadTypeScript = async () => {
  if (done) return;
  done = true;
  register('./hooks.mjs', pathToFileURL(__filename));
};
