import type { Block } from './blocks.ts';

/**
 * How to check a block that is neither executed (`sh`) nor compared with the preceding command's output
 * (`json`).
 */
export interface Check {
  file: string;
  /** A text that only this block of the file contains. */
  has: string;
  /** `skip` needs a reason. */
  how: 'skip' | 'settings' | 'refusal' | 'layout';
  why: string;
}

const skip = (file: string, has: string, why: string): Check => ({ file, has, how: 'skip', why });

/**
 * Blocks with a special check. A block fails the test if it has neither an entry here nor a check for its
 * language.
 */
export const CHECKS: Check[] = [
  skip('README.md', 'npm ci && npm start', 'CI runs it before and after this test (.ci/run)'),
  skip(
    'docs/operating.md',
    'npm ci --omit=dev',
    'it installs packages; test/process/production makes such an install and starts it',
  ),
  skip('docs/operating.md', 'footfall restore', 'it needs a stopped server; test/process/backup runs it'),
  skip(
    'docs/operating.md',
    'pg_dump',
    'it needs PostgreSQL’s tools; test/process/backup compares it with the printed command',
  ),
  ...['CREATE ROLE footfall', 'TO web'].map((has) =>
    skip('docs/operating.md', has, 'it needs PostgreSQL; test/postgresql/operators/documents runs it'),
  ),
  ...[
    'option forwardfor',
    'ProxyPreserveHost',
    'server.stream-response-body',
    'originserver',
    'vcl 4.1',
    'location /ff/',
    'handle /ff/*',
  ].map((has) => skip('docs/operating.md', has, 'npm run check:proxies runs it')),
  {
    file: 'docs/operating.md',
    has: 'TRACKER_PATHS=',
    how: 'settings',
    why: 'the server’s configuration parser must accept them',
  },
  skip(
    'docs/pages.md',
    '"audit":"login_failed"',
    'it is a line of the log; test/auth/securityLog checks its fields',
  ),
  {
    file: 'docs/operating.md',
    has: 'TRUST_PROXY=1 ',
    how: 'settings',
    why: 'the server’s configuration parser must accept them',
  },
  skip('docs/export.md', 'shop.csv.zip', 'it redirects the output; test/process/export runs it'),
  skip('docs/export.md', "'hits.parquet'", 'it needs DuckDB; test/transfer/exports/duckdb runs it'),
  skip('README.md', 'docker build', 'it needs Docker; test/docker.test.ts reads the Dockerfile'),
  skip('docs/scaling.md', 'footfall copy --from', 'it needs two databases; test/copy runs it on both kinds'),
  skip('docs/scaling.md', 'footfall citus distribute', 'it needs a cluster; test/citus runs it'),
  ...[
    'access.log.gz',
    'access.log.1.gz',
    'plausible-export.zip',
    'umami-export.zip',
    'psql',
    'goatcounter-export.csv.gz',
    'visits-0.json',
    'bq extract',
    'simpleanalytics.csv',
    'pageviews.csv',
  ].map((has) =>
    skip(
      'docs/moving.md',
      has,
      'it needs an export of another product; test/transfer/sources reads one of each',
    ),
  ),
  skip(
    'docs/moving.md',
    'import footfall shop.zip',
    'its website has the same hits; test/process/ownImport imports an export into another one',
  ),
  {
    file: 'docs/operating.md',
    has: 'OIDC_PROVIDERS=google',
    how: 'settings',
    why: 'the server’s configuration parser must accept them',
  },
  {
    file: 'docs/reports.md',
    has: 'SMTP_URL=',
    how: 'settings',
    why: 'the server’s configuration parser must accept them',
  },
  {
    file: 'docs/tracking.md',
    has: 'TRACKER_PATHS=',
    how: 'settings',
    why: 'the server’s configuration parser must accept them',
  },
  ...['data-footfall-event="Signup"', 'data-track="outbound downloads forms 404"'].map((has) =>
    skip('docs/tracking.md', has, 'test/browser/trackerClicks visits it'),
  ),
  ...[
    "add_action('wp_head'",
    "'next/script'",
    'defineNuxtConfig',
    'is:inline',
    'createElement',
    "script-src 'self'",
  ].map((has) => skip('docs/tracking.md', has, 'test/web/recipes compares it with the page')),
  {
    file: 'docs/architecture.md',
    has: 'main.ts',
    how: 'layout',
    why: 'it lists files and folders',
  },
  skip('docs/architecture.md', 'hit queue', 'it is a picture'),
  skip(
    'docs/api.md',
    'createSegment(input',
    'its cost would change the example of `rateLimit`; test/graphql/segments creates segments',
  ),
  skip(
    'docs/api.md',
    'createSharedLink(input',
    'its cost would change the example of `rateLimit`; test/graphql/sharedLinks creates links',
  ),
  skip(
    'docs/api.md',
    'orderBy: { metric: VISITORS',
    'its cost would change the example of `rateLimit`; test/graphql/websiteOrder orders websites',
  ),
  skip('docs/api.md', '-T access.log', 'it needs a file; test/transfer/uploads/documents runs it'),
  ...['api/v1/live/1', 'curl -N', 'event: next'].map((has) =>
    skip('docs/api.md', has, 'test/live/clients runs it, because streams do not end'),
  ),
  {
    file: 'docs/api.md',
    has: '"The given data was invalid."',
    how: 'refusal',
    why: 'it is not the response to a command of the page',
  },
];

/**
 * The special check of a block. All outputs in docs/performance.md are skipped, because measurements vary;
 * and all recipes for GraphQL clients, because they have tests of their own.
 */
export function checkOf(block: Block): Check | undefined {
  if (block.file === 'docs/graphql-clients.md')
    return skip(block.file, '', 'test/documents/*Recipes and `npm run check:clients` run the recipes');
  if (block.file === 'docs/performance.md' && block.language === '')
    return skip(block.file, '', 'the output of a measurement varies');
  return CHECKS.find(({ file, has }) => file === block.file && block.text.includes(has));
}
