/**
 * A reporter of Jest: writes which test files execute which files of `src/`, and how long they take, to the
 * file of MUTANTS_MAP. Needs `--coverage --coverageProvider=v8`.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export default class {
  files = {};

  onTestFileResult(_test, { testFilePath, perfStats, v8Coverage = [] }) {
    const relative = (file) => path.relative(process.cwd(), file);
    const executes = v8Coverage
      // The first function is the module itself, which is executed once for each worker process.
      .filter(({ result }) => result.functions.slice(1).some(({ ranges: [whole] }) => whole.count > 0))
      .map(({ result }) => relative(result.url));
    const name = relative(testFilePath);
    const other = this.files[name] ?? { ms: 0, executes: [] };
    this.files[name] = {
      ms: other.ms + perfStats.runtime,
      executes: [...new Set([...other.executes, ...executes])],
    };
  }

  onRunComplete() {
    writeFileSync(process.env.MUTANTS_MAP, JSON.stringify(this.files));
  }
}
