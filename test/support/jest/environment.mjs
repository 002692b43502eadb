import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const { exit } = process;

/** The process itself: test files are ordinary modules of Node (runtime.cjs). */
export default class NodeProcess {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig }) {
    Object.assign(globalThis, projectConfig.globals);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.before = { env: { ...process.env }, globals: new Set(Reflect.ownKeys(globalThis)) };
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {}

  /** Takes back what a file changed of the process, so that files do not depend on each other. */
  async teardown() {
    this.fakeTimersModern.dispose();
    process.exit = exit;
    process.env = this.before.env;
  }
}
