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
    this.env = { ...process.env };
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  async setup() {}

  /** Rejects tests with a timeout of their own, which a busy machine would exceed first. */
  handleTestEvent({ name, timeout, testName = 'a hook' }) {
    if ((name === 'add_test' || name === 'add_hook') && timeout !== undefined)
      throw new Error(
        `Remove the timeout of ${timeout} ms of ${testName}: testTimeout of jest.config.js applies.`,
      );
  }

  /** Undoes what a file changed of the process, so that files do not depend on each other. */
  async teardown() {
    this.fakeTimersModern.dispose();
    process.exit = exit;
    process.env = this.env;
    // jest-circus stores the tests of each file under a new symbol: they would stay in memory.
    const tests = Reflect.ownKeys(globalThis).find((key) => key.description === 'JEST_STATE_SYMBOL');
    if (tests) delete globalThis[tests];
  }
}
