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
    'Address of the website: http or https with a host. A bare `example.com` is taken as `https://example.com`. ' +
    'One website per domain in an account.',
  examples: ['https://example.com'],
};

const privacy: Node = {
  type: 'integer',
  enum: Object.values(PRIVACY),
  description: `Who may see the statistics page: ${privacyMeanings.join(', ')}.`,
};

const timezone: Node = {
  type: 'string',
  description: 'IANA time zone, in its own spelling: days and hours of the statistics are local to it.',
  examples: ['Europe/Berlin'],
};

/** The fields that both create and update take. */
const settings = {
  privacy,
  password: {
    type: ['string', 'null'],
    maxLength: PASSWORD.max,
    description:
      'Password of the statistics page, of at least 8 characters and no common one; takes effect only while `privacy` is 2, which is refused without one. ' +
      'Empty: as if not sent. Null (JSON): no password.',
    examples: ['correct horse'],
  },
  email: { type: 'integer', enum: [0, 1], description: 'Periodic email reports: 0 disabled, 1 enabled.' },
  email_every: {
    type: 'string',
    enum: Object.keys(EMAIL_EVERY),
    description: `How often: ${Object.entries(EMAIL_EVERY)
      .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
      .join(' ')} Weekly, unless it was set; records do not show it, GraphQL does.`,
  },
  exclude_bots: {
    type: 'integer',
    enum: [0, 1],
    description: 'Keep common bots out: 0 disabled, 1 enabled.',
  },
  exclude_ips: {
    type: ['string', 'null'],
    maxLength: 20_000,
    description: 'IPv4 and IPv6 addresses and CIDR ranges not to track, one per line. Empty or null: none.',
    examples: ['203.0.113.7\n2001:db8::/32'],
  },
  daily_limit: {
    type: ['integer', 'null'],
    minimum: 0,
    maximum: MAX_DAILY_LIMIT,
    description:
      'How many hits are counted a day; further ones are dropped as `quota`. 0: no limit. Null (JSON), and on create by default: ' +
      'the server’s `DAILY_HIT_LIMIT`. Records do not show it, GraphQL does.',
  },
  trim_slash: {
    type: 'integer',
    enum: [0, 1],
    description:
      'Count `/about/` as `/about`: 0 disabled, 1 enabled, as it is on create unless it is sent. It holds for new hits. Records do not show it, GraphQL does.',
  },
  timezone,
};

/** What a field is on create when it is left out. */
const defaults: Record<string, unknown> = {
  privacy: PRIVACY.private,
  email: 0,
  exclude_bots: 1,
  timezone: 'UTC',
};

/** The bodies of create and update, and the fields that the website record shares with them. */
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
      description: 'What to change; what is left out stays. Fields that are not listed here are ignored.',
      properties: { url, ...settings },
    },
  };
}
