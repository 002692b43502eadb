import { isIP } from 'node:net';
import { z } from 'zod';
import {
  type Environment,
  type Report,
  readVariables,
  type VariableRules,
  type VariableValues,
  without,
} from './environment.ts';
import { ROLE_NAMES, type Role } from './roles.ts';
import { parseUrl } from './url.ts';

/** An identity provider (OpenID Connect) with which people log in. */
export interface IdentityProvider {
  /** The name in OIDC_PROVIDERS, which the address of the callback contains. */
  id: string;
  /** The text of the button. */
  label: string;
  /** The issuer identifier, as the provider writes it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The requested scopes, separated by spaces. */
  scopes: string;
  /** The id of the team that people join; null for the only team of the server. */
  team: number | null;
  /** The domains of email addresses whose people may join by themselves, with the role that they get. */
  domains: ReadonlyMap<string, Role>;
  /** The roles of members of groups, by the name of the group. */
  groups: ReadonlyMap<string, Role>;
  /** The claim with the names of the person's groups. */
  groupsClaim: string;
  /** The claim that says whether the email address is verified. */
  verifiedClaim: string;
}

/** Maximum number of providers. */
export const MAX_PROVIDERS = 10;
const PREFIX = 'OIDC_';

/** Whether a host is this machine. Only to it may a provider be connected without TLS, for development. */
const isLoopback = (hostname: string) => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
};

const ISSUER =
  'be the issuer of the provider: an https URL without query, for example https://accounts.google.com';

/** Returns the end of an error message that begins with "OIDC_…_ISSUER must"; null for a valid issuer. */
function issuerProblem(text: string): string | null {
  const url = /^https?:\/\//i.test(text) ? parseUrl(text) : null;
  if (!url || url.username || url.password || url.search || url.hash) return ISSUER;
  return url.protocol === 'https:' || isLoopback(url.hostname) ? null : ISSUER;
}

/** Reads `one=viewer,two=admin`: the role follows the last equals sign. Null if the text has another form. */
function parseRoles(text: string, isName: (name: string) => boolean, roles: readonly Role[]) {
  const pairs = text.split(',').map((part) => {
    const at = part.lastIndexOf('=');
    return [part.slice(0, Math.max(at, 0)).trim(), part.slice(at + 1).trim()] as const;
  });
  const names = new Set(pairs.map(([name]) => name));
  const isRight = pairs.every(([name, role]) => isName(name) && (roles as readonly string[]).includes(role));
  return isRight && names.size === pairs.length ? new Map(pairs as [string, Role][]) : null;
}

const rolesOf = (parse: (text: string) => Map<string, Role> | null) =>
  z
    .string()
    .default('')
    .transform((text) => (text === '' ? new Map<string, Role>() : parse(text)))
    .refine((roles) => roles !== null)
    .transform((roles) => roles as ReadonlyMap<string, Role>);

/** An owner is appointed by an owner, or by a group that the operator names. */
const DOMAIN_ROLES = ROLE_NAMES.filter((role) => role !== 'owner');
const DOMAIN = /^(?=.{1,253}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]*[a-z\d]$/;
const domainRoles = rolesOf((text) =>
  parseRoles(text.toLowerCase(), (name) => DOMAIN.test(name), DOMAIN_ROLES),
);
const groupRoles = rolesOf((text) => parseRoles(text, (name) => name !== '', ROLE_NAMES));

const text = (max: number) => z.string().trim().min(1).max(max);
const claim = z.string().regex(/^[^\s,]{1,200}$/);
const CLAIM = 'the name of a claim, without spaces';

/** The variables of a provider, without the prefix `OIDC_NAME_`. */
const rules = {
  ISSUER: [without(issuerProblem), issuerProblem],
  CLIENT_ID: [text(500), 'the client id that the provider has given to this server'],
  CLIENT_SECRET: [text(2_000), 'the client secret that the provider has given to this server'],
  LABEL: [text(40).optional(), 'the text of the button, at most 40 characters'],
  SCOPES: [
    z
      .string()
      .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/)
      .refine((scopes) => scopes.split(' ').includes('openid'))
      .default('openid email profile'),
    'scopes with openid, separated by single spaces, for example openid email profile',
  ],
  TEAM: [
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number)
      .optional(),
    'the id of a team, as shown by `footfall team list`',
  ],
  DOMAINS: [
    domainRoles,
    `a list of domains, each once with the role of its people (${DOMAIN_ROLES.join(', ')}), ` +
      'for example example.com=viewer,example.org=editor',
  ],
  GROUPS: [
    groupRoles,
    `a list of groups, each once with the role of its members (${ROLE_NAMES.join(', ')}), ` +
      'for example analysts=editor,ops=admin',
  ],
  GROUPS_CLAIM: [claim.default('groups'), CLAIM],
  VERIFIED_CLAIM: [claim.default('email_verified'), CLAIM],
} as const satisfies VariableRules;

const SECRETS = ['CLIENT_SECRET'];

/** Returns the end of an error message that begins with "OIDC_PROVIDERS must"; null for a valid list. */
export function providersProblem(list: string): string | null {
  const names = namesIn(list);
  const isRight =
    names.length <= MAX_PROVIDERS &&
    new Set(names).size === names.length &&
    names.every((name) => /^[a-z\d]([a-z\d-]{0,28}[a-z\d])?$/.test(name));
  return isRight
    ? null
    : `be a list of at most ${MAX_PROVIDERS} different names of small letters, digits and dashes, ` +
        'for example google,okta';
}

/** Returns the names in a list with commas. */
export const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

const prefixOf = (name: string) => `${PREFIX}${name.toUpperCase().replaceAll('-', '_')}_`;

/**
 * Reads the variables of providers, such as `OIDC_GOOGLE_ISSUER`.
 * @param names the names in OIDC_PROVIDERS.
 */
export function readProviders(
  names: readonly string[],
  env: Environment,
  report: Report,
): IdentityProvider[] {
  const known = new Set([`${PREFIX}PROVIDERS`]);
  const providers = names.map((id): IdentityProvider => {
    const prefix = prefixOf(id);
    for (const name of Object.keys(rules)) known.add(prefix + name);
    for (const name of SECRETS) known.add(`${prefix}${name}_FILE`);
    const read = readVariables(rules, env, { secrets: SECRETS, report, prefix }) as VariableValues<
      typeof rules
    >;
    return {
      id,
      label: read.LABEL ?? id,
      issuer: read.ISSUER,
      clientId: read.CLIENT_ID,
      clientSecret: read.CLIENT_SECRET,
      scopes: read.SCOPES,
      team: read.TEAM ?? null,
      domains: read.DOMAINS,
      groups: read.GROUPS,
      groupsClaim: read.GROUPS_CLAIM,
      verifiedClaim: read.VERIFIED_CLAIM,
    };
  });
  for (const name of Object.keys(env))
    if (name.startsWith(PREFIX) && env[name] && !known.has(name))
      report(
        `${name} must be a variable of a provider in OIDC_PROVIDERS: ` +
          `${PREFIX}NAME_ with ${Object.keys(rules).join(', ')}.`,
      );
  return providers;
}
