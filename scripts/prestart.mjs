/**
 * Runs before `npm start`: builds dist/ if the build tools are installed. A production install (`npm ci
 * --omit=dev`) uses the dist/ that it was shipped with.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const has = (file) => existsSync(path.join(root, file));

if (has('node_modules/tsx') && has('src')) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exit(status ?? 1);
}
if (!has('dist/main.js')) {
  process.stderr.write(
    'dist/ is missing, and a production install cannot build it: run `npm ci` ' +
      '(with development dependencies) and `npm run build`, or copy dist/ from where it was built.\n',
  );
  process.exit(1);
}
