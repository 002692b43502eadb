import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);

/** Jest's environment, and a `require` whose modules all test files of a worker process share. */
export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.requireShared = require;
  }
}
