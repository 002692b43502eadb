import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Keeps what a test file changes of `process` from the next one. */
const { exit } = process;

/** Node's own global object: tests and product are ordinary modules of the worker process (runtime.cjs). */
export default class NodeProcess {
  global = globalThis;
  fakeTimers = null;

  constructor({ projectConfig }) {
    Object.assign(globalThis, projectConfig.globals);
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.env = { ...process.env };
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    process.exit = exit;
    process.env = this.env;
  }
}
