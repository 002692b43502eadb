import { z } from 'zod';
import { databaseUrlProblem } from './db/url.ts';
import { type CompatibleProduct, compatibleProblem, parseCompatible } from './tracker/compatible.ts';
import { parseTrackerPaths, STANDARD_PATHS, type TrackerPaths } from './tracker/paths.ts';
import {
  type Environment,
  readVariables,
  type VariableRules,
  type VariableValues,
  without,
} from './validation/environment.ts';
import {
  type IdentityProvider,
  namesIn,
  providersProblem,
  readProviders,
} from './validation/identityProviders.ts';
import { listenHost, mailServerProblem, publicAddress, publicAddressProblem } from './validation/settings.ts';

/** An error in the environment. It lists every wrong variable, so that all can be corrected at once. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration is invalid:\n  ${problems.join('\n  ')}`);
    this.problems = problems;
  }
}

const count = (max: number, otherwise: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value <= max)
    .default(otherwise);

const trackerPaths = z
  .string()
  .transform(parseTrackerPaths)
  .refine((paths) => paths !== null)
  .default(STANDARD_PATHS);

/** A value in security.txt (RFC 9116) must fit on one line. */
const policyAddress = z.url({ protocol: /^https$/ }).regex(/^\S+$/);
const contact = z.union([policyAddress, z.string().regex(/^mailto:[^\s@]+@[^\s@]+$/)]);

/** A key of 128 bits has 32 hexadecimal digits. */
const key = z.string().min(32);
const KEY = 'at least 32 random characters, for example the output of `openssl rand -hex 32`';

/** All variables except those of identity providers, which OIDC_PROVIDERS names. */
const variables = {
  PORT: [count(65_535, 3000), 'a port number from 0 to 65535'],
  HOST: [
    z
      .string()
      .transform(listenHost)
      .refine((host) => host !== null)
      .optional(),
    'an address or a host name of this machine, without http:// and port, for example 127.0.0.1, ' +
      'or 0.0.0.0 for all interfaces',
  ],
  DATABASE_URL: [without(databaseUrlProblem).default('file:./data/footfall.db'), databaseUrlProblem],
  BASE_URL: [without(publicAddressProblem).transform(publicAddress).optional(), publicAddressProblem],
  TRUST_PROXY: [count(32, 0), 'the number of reverse proxies in front of the server, from 0 to 32'],
  SECRET: [key.optional(), KEY],
  SMTP_URL: [without(mailServerProblem).optional(), mailServerProblem],
  MAIL_FROM: [z.string().includes('@').optional(), 'an email address'],
  RATE_LIMIT: [count(1_000_000_000, 1200), 'the number of requests per minute, or 0 for no limit'],
  TRACK_LIMIT: [count(1_000_000_000, 600), 'the number of hits per minute, or 0 for no limit'],
  LIVE_LIMIT: [count(1_000_000_000, 20), 'the number of open live streams, or 0 for no limit'],
  TRACKER_PATHS: [
    trackerPaths,
    'three or four different paths, of the script, events, the pixel and the second script, that no other ' +
      'route uses, for example /s.js,/in,/dot.gif,/m.js',
  ],
  COMPATIBLE: [
    without(compatibleProblem)
      .transform((text) => parseCompatible(text) ?? [])
      .default([]),
    compatibleProblem,
  ],
  DAILY_HIT_LIMIT: [count(1_000_000_000, 10_000_000), 'the number of hits per day, or 0 for no limit'],
  MAX_DISTINCT_VALUES: [count(1_000_000_000, 10_000), 'the number of values per day, or 0 for no limit'],
  STATEMENT_TIMEOUT: [count(3600, 10), 'a number of seconds from 1 to 3600, or 0 for no limit'],
  SECURITY_CONTACT: [
    contact.optional(),
    'a mailto: or https: URL for reports of vulnerabilities, for example mailto:security@example.com',
  ],
  SECURITY_POLICY: [
    policyAddress.optional(),
    'the https: URL of your security policy, for example https://example.com/security',
  ],
  METRICS_TOKEN: [key.optional(), KEY],
  OIDC_PROVIDERS: [without(providersProblem).transform(namesIn).default([]), providersProblem],
  PASSWORDS: [
    z
      .enum(['on', 'off'])
      .default('on')
      .transform((value) => value === 'on'),
    'on or off',
  ],
  GEO_DATABASE: [z.string().min(1).optional(), 'the path of a .mmdb file'],
  IMPORT_DIR: [z.string().min(1).default('./data/imports'), 'the path of a folder'],
  IMPORT_MAX_BYTES: [count(2 ** 40, 2 ** 31), 'a number of bytes up to 2^40, or 0 for no uploads'],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'trace, debug, info, warn, error, fatal or silent',
  ],
} as const satisfies VariableRules;

type VariableName = keyof typeof variables;

/** Variables that contain secrets. `NAME_FILE` names a file with the value, as secret stores provide it. */
export const SECRETS: readonly VariableName[] = ['DATABASE_URL', 'SECRET', 'SMTP_URL', 'METRICS_TOKEN'];

/** The validated configuration. */
export interface Config {
  port: number;
  /** Undefined for all interfaces. */
  host: string | undefined;
  databaseUrl: string;
  /** Without a trailing slash. */
  baseUrl: string;
  trustProxy: number;
  /** If undefined, a secret is generated and kept in the database. */
  secret: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Requests per minute; 0 for no limit. */
  rateLimit: number;
  /** Hits per minute; 0 for no limit. */
  trackLimit: number;
  /** Open live streams of one API key, session or address; 0 for no limit. */
  liveLimit: number;
  /** The paths that tracking snippets use. */
  trackerPaths: TrackerPaths;
  /** The products whose trackers may send hits. */
  compatible: readonly CompatibleProduct[];
  /** Maximum number of counted hits per day, for a website without a limit of its own; 0 for no limit. */
  dailyHitLimit: number;
  /** Maximum number of distinct values per statistic, day and website; 0 for no limit. */
  maxDistinctValues: number;
  /** Timeout of a statement that reads statistics, in seconds; 0 for none. */
  statementTimeout: number;
  /** A `mailto:` or `https:` address. If undefined, there is no security.txt. */
  securityContact: string | undefined;
  securityPolicy: string | undefined;
  metricsToken: string | undefined;
  /** The providers with which people log in, in the order of their buttons. */
  identityProviders: readonly IdentityProvider[];
  /** Whether people can log in with passwords. */
  passwords: boolean;
  geoDatabase: string | undefined;
  /** The folder of the files of imports that are not finished. */
  importDir: string;
  /** Maximum size of an uploaded file of an import, in bytes; 0 for no uploads. */
  importMaxBytes: number;
  logLevel: string;
}

/**
 * Reads the environment, and the files of secrets that it names. An empty variable counts as unset.
 * @throws ConfigError that lists every wrong variable.
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const report = (problem: string) => void problems.push(problem);
  const values = readVariables(variables, env, { secrets: SECRETS, report });
  const names = values.OIDC_PROVIDERS;
  const identityProviders = names ? readProviders(names, env, report) : [];
  if (values.SMTP_URL && !values.MAIL_FROM) report('MAIL_FROM must be set if SMTP_URL is set.');
  if (values.PASSWORDS === false && names?.length === 0)
    report('OIDC_PROVIDERS must be set if PASSWORDS is off.');
  if (problems.length > 0) throw new ConfigError(problems);

  const read = values as VariableValues<typeof variables>;
  return {
    port: read.PORT,
    host: read.HOST ?? undefined,
    databaseUrl: read.DATABASE_URL,
    baseUrl: read.BASE_URL ?? `http://localhost:${read.PORT}`,
    trustProxy: read.TRUST_PROXY,
    secret: read.SECRET,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    rateLimit: read.RATE_LIMIT,
    trackLimit: read.TRACK_LIMIT,
    liveLimit: read.LIVE_LIMIT,
    trackerPaths: read.TRACKER_PATHS,
    compatible: read.COMPATIBLE,
    dailyHitLimit: read.DAILY_HIT_LIMIT,
    maxDistinctValues: read.MAX_DISTINCT_VALUES,
    statementTimeout: read.STATEMENT_TIMEOUT,
    securityContact: read.SECURITY_CONTACT,
    securityPolicy: read.SECURITY_POLICY,
    metricsToken: read.METRICS_TOKEN,
    identityProviders,
    passwords: read.PASSWORDS,
    geoDatabase: read.GEO_DATABASE,
    importDir: read.IMPORT_DIR,
    importMaxBytes: read.IMPORT_MAX_BYTES,
    logLevel: read.LOG_LEVEL,
  };
}
