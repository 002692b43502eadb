import { PASSWORD } from '../../auth/passwords.ts';
import { PRIVACY } from '../../auth/viewer.ts';
import { EMAIL_EVERY, MAX_DAILY_LIMIT } from '../../websites/settings.ts';
import type { Node } from './node.ts';

const privacyMeanings = Object.entries(PRIVACY).map(([name, value]) => `${value} ${name}`);

const url: Node = {
  type: 'string',
  minLength: 1,
  maxLength: 2048,
  description:
    'Address of the website: an http or https URL with a host. A bare `example.com` is read as `https://example.com`. ' +
    'An account can have only one website per domain.',
  examples: ['https://example.com'],
};

const privacy: Node = {
  type: 'integer',
  enum: Object.values(PRIVACY),
  description: `Who may see the statistics page: ${privacyMeanings.join(', ')}.`,
};

const timezone: Node = {
  type: 'string',
  description:
    'Name of an IANA time zone, in its exact spelling. Days and hours of the statistics are in this time zone.',
  examples: ['Europe/Berlin'],
};

/** The fields that both create and update accept. */
const settings = {
  privacy,
  password: {
    type: ['string', 'null'],
    maxLength: PASSWORD.max,
    description:
      'Password of the statistics page: at least 8 characters, and not a common password. It takes effect only while `privacy` is 2; `privacy` 2 without a password is rejected. ' +
      'An empty string counts as not sent. Null (JSON only) removes the password.',
    examples: ['correct horse'],
  },
  email: { type: 'integer', enum: [0, 1], description: 'Periodic email reports: 0 disabled, 1 enabled.' },
  email_every: {
    type: 'string',
    enum: Object.keys(EMAIL_EVERY),
    description: `How often email reports are sent: ${Object.entries(EMAIL_EVERY)
      .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
      .join(' ')} The default is \`weekly\`. Website records do not contain this field; GraphQL does.`,
  },
  exclude_bots: {
    type: 'integer',
    enum: [0, 1],
    description: 'Exclusion of common bots: 0 disabled, 1 enabled.',
  },
  exclude_ips: {
    type: ['string', 'null'],
    maxLength: 20_000,
    description:
      'IPv4 and IPv6 addresses and CIDR ranges that are not tracked, one per line. Empty or null means none.',
    examples: ['203.0.113.7\n2001:db8::/32'],
  },
  daily_limit: {
    type: ['integer', 'null'],
    minimum: 0,
    maximum: MAX_DAILY_LIMIT,
    description:
      'Maximum number of hits that are counted per day. Further hits are dropped with the reason `quota`. 0 means no limit. Null (JSON only), the default on create, ' +
      'means the server’s `DAILY_HIT_LIMIT`. Website records do not contain this field; GraphQL does.',
  },
  trim_slash: {
    type: 'integer',
    enum: [0, 1],
    description:
      'Whether new hits of `/about/` are counted as `/about`: 0 disabled, 1 enabled. The default on create is 1. ' +
      'Website records do not contain this field; GraphQL does.',
  },
  timezone,
};

/** Default values of fields on create. */
const defaults: Record<string, unknown> = {
  privacy: PRIVACY.private,
  email: 0,
  exclude_bots: 1,
  timezone: 'UTC',
};

/**
 * The schemas of the request bodies of create and update, and of the fields they share with the website
 * record.
 */
export function inputSchemas() {
  const withDefaults = Object.entries<Node>(settings).map(([name, field]) => [
    name,
    name in defaults ? { ...field, default: defaults[name] } : field,
  ]);
  return {
    url,
    privacy,
    timezone,
    WebsiteInput: {
      type: 'object',
      description: 'A website to register. Fields that are not listed here are ignored.',
      properties: { url, ...Object.fromEntries(withDefaults) },
      required: ['url'],
    },
    WebsiteChanges: {
      type: 'object',
      description:
        'The fields to change. Fields that are not sent stay unchanged. Fields that are not listed here are ignored.',
      properties: { url, ...settings },
    },
  };
}
