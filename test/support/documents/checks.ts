import type { Block } from './blocks.ts';

/** How a block is checked that is not simply run (`sh`) or compared with the answer to the command before it (`json`). */
export interface Check {
  file: string;
  /** What the block contains, and no other of the file. */
  has: string;
  /** `skip` needs a reason. */
  how: 'skip' | 'settings' | 'refusal' | 'layout';
  why: string;
}

const skip = (file: string, has: string, why: string): Check => ({ file, has, how: 'skip', why });

/** Blocks with a way of their own; a block that no entry fits, and that has no way of its language, fails the test. */
export const CHECKS: Check[] = [
  skip('README.md', 'npm ci && npm start', 'it is what CI does before and after this test (.ci/run)'),
  skip(
    'docs/operating.md',
    'npm ci --omit=dev',
    'it installs packages: test/process/production makes such an install and starts it',
  ),
  skip(
    'docs/operating.md',
    'footfall restore',
    'it needs the server of the other examples stopped: test/process/backup runs it',
  ),
  skip(
    'docs/operating.md',
    'pg_dump',
    'it needs PostgreSQL’s tools; test/process/backup holds it to the command',
  ),
  skip(
    'docs/operating.md',
    'proxy_hide_header',
    'it is a part of nginx’s configuration, with nothing of ours',
  ),
  skip(
    'docs/pages.md',
    '"audit":"login_failed"',
    'a line of the log: test/auth/securityLog holds its fields',
  ),
  {
    file: 'docs/operating.md',
    has: 'TRUST_PROXY=1 ',
    how: 'settings',
    why: 'they are read as the server reads them',
  },
  skip('README.md', 'docker build', 'it needs Docker; test/docker.test.ts reads the Dockerfile'),
  skip('docs/scaling.md', 'footfall copy --from', 'it needs two databases: test/copy runs it on both kinds'),
  skip('docs/scaling.md', 'footfall citus distribute', 'it needs a cluster: test/citus runs it'),
  {
    file: 'docs/reports.md',
    has: 'SMTP_URL=',
    how: 'settings',
    why: 'they are read as the server reads them',
  },
  {
    file: 'docs/tracking.md',
    has: 'TRACKER_PATHS=',
    how: 'settings',
    why: 'they are read as the server reads them',
  },
  {
    file: 'docs/architecture.md',
    has: 'main.ts',
    how: 'layout',
    why: 'it lists files and folders',
  },
  {
    file: 'docs/api.md',
    has: '"The given data was invalid."',
    how: 'refusal',
    why: 'it answers no command of the page',
  },
];

/** The entry of a block; of none, but in the page of measurements, which shows what its commands printed. */
export function checkOf(block: Block): Check | undefined {
  if (block.file === 'docs/performance.md' && block.language === '')
    return skip(block.file, '', 'what a measurement printed, with its command beside it');
  return CHECKS.find(({ file, has }) => file === block.file && block.text.includes(has));
}
