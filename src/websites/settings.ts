import { z } from 'zod';
import { PASSWORD } from '../auth/passwords.ts';
import { PRIVACY } from '../auth/viewer.ts';
import { describedBy, jsonSchemaOf } from '../validation/jsonSchema.ts';
import { camelCase } from '../validation/names.ts';
import { flag, integer, oneOf, optional, text } from '../validation/rules.ts';
import { timeZone } from '../validation/timeZone.ts';
import { addressLines, aliasLines, hostLines, MAX_LINES, parameterLines } from './lines.ts';

/**
 * The settings of a website: one entry each, by its name in REST. Validation, the columns that are written,
 * the inputs of GraphQL and the OpenAPI document derive from it.
 */

/** The schedules of email reports. */
export const EMAIL_EVERY = {
  weekly: 'Sent on Monday for the previous week.',
  monthly: 'Sent on the first of the month for the previous month.',
} as const;
export type EmailEvery = keyof typeof EMAIL_EVERY;

/** Maximum daily limit of hits that a website may set. */
const MAX_DAILY_LIMIT = 1_000_000_000;
const DAILY_LIMIT = `Must be a number of hits per day from 0 (no limit) to ${MAX_DAILY_LIMIT}.`;

/** The limits of `hide_below`. A row has a count of at least 1, so 1 would hide nothing. */
const MIN_HIDE_BELOW = 2;
const MAX_HIDE_BELOW = 1_000;
const HIDE_BELOW = `Must be 0 (off) or an integer from ${MIN_HIDE_BELOW} to ${MAX_HIDE_BELOW}.`;

const hideBelow = describedBy(
  integer(0, MAX_HIDE_BELOW, HIDE_BELOW)
    .refine((value) => value <= 0 || value >= MIN_HIDE_BELOW, HIDE_BELOW)
    .transform((value) => value || null),
  { type: 'integer', minimum: 0, maximum: MAX_HIDE_BELOW },
);

/** The type of a setting in GraphQL. REST has booleans as 0 and 1, and a list as lines of text. */
export type GraphqlType = 'boolean' | 'int' | 'string' | 'list' | 'privacy' | 'email_every';

interface Setting<Rule extends z.ZodType, Default> {
  /** Validates the form of REST. The output is `undefined` if the field was not sent. */
  rule: Rule;
  /** The value of a new website, as the database stores it; `undefined` where it has no column of its own. */
  default: Default;
  graphql: GraphqlType;
  /** The description in GraphQL and OpenAPI. */
  description: string;
  /** What holds in REST only, for OpenAPI. */
  rest?: string;
  /** What holds only for changes, for GraphQL. */
  onChange?: string;
  /** A value in the form of REST, for OpenAPI. */
  example?: string;
}

const setting = <Rule extends z.ZodType, Default>(entry: Setting<Rule, Default>) => entry;

/** A setting that is on or off. */
const onOff = (entry: Pick<Setting<never, boolean>, 'default' | 'description' | 'rest'>) =>
  setting({
    ...entry,
    rest: `0: no, 1: yes.${entry.rest ? ` ${entry.rest}` : ''}`,
    rule: optional(flag),
    graphql: 'boolean',
  });

const NOT_IN_RECORD = 'Website records do not contain this field; GraphQL does.';

export const SETTINGS = {
  privacy: setting({
    rule: optional(
      describedBy(integer(0, 2, 'Must be 0 (public), 1 (private) or 2 (password).'), {
        type: 'integer',
        enum: Object.values(PRIVACY),
      }),
    ),
    default: PRIVACY.private as number,
    graphql: 'privacy',
    description: 'Read access to the statistics of the website.',
    rest: `${Object.entries(PRIVACY)
      .map(([name, value]) => `${value}: ${name}`)
      .join(', ')}.`,
  }),
  password: setting({
    /** Null removes the password. An empty string, which forms send, leaves it unchanged. */
    rule: z.preprocess(
      (value) => (value === '' ? undefined : value),
      text(PASSWORD.max).nullable().optional(),
    ),
    default: undefined,
    graphql: 'string',
    description:
      'Password of the statistics page: 8 to 128 characters, and not a common password. ' +
      'It takes effect only while the privacy is password, which requires one.',
    rest: 'An empty string counts as not sent. Null (JSON only) removes the password.',
    onChange: 'Null removes the password.',
    example: 'correct horse',
  }),
  email: onOff({ default: false, description: 'Whether periodic email reports are sent.' }),
  email_every: setting({
    rule: optional(oneOf(Object.keys(EMAIL_EVERY) as EmailEvery[])),
    default: 'weekly' as EmailEvery,
    graphql: 'email_every',
    description: 'Frequency of the email reports.',
    rest: `${Object.entries(EMAIL_EVERY)
      .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
      .join(' ')} ${NOT_IN_RECORD}`,
  }),
  exclude_bots: onOff({
    default: true,
    description: 'Whether common bots are excluded from counting.',
  }),
  exclude_ips: setting({
    /** Null or empty: no address is excluded. */
    rule: addressLines,
    default: null,
    graphql: 'list',
    description: 'IPv4 and IPv6 addresses and CIDR ranges that are excluded from counting.',
    rest: 'One per line. Empty or null: none.',
    onChange: 'Replaces the whole list; null or an empty list removes all entries.',
    example: '203.0.113.7\n2001:db8::/32',
  }),
  exclude_spam: onOff({
    default: true,
    description:
      'Whether hits whose referrer is on the list of known referrer spam are excluded from counting.',
  }),
  hosts: setting({
    rule: hostLines,
    default: null,
    graphql: 'list',
    description:
      'Further hosts of the website, with their subdomains, and schemes of packaged applications that ' +
      'contain it: `capacitor://localhost`, `file:`.',
    rest: `One per line, at most ${MAX_LINES}. Empty or null: none.`,
    onChange: 'Replaces the whole list; null or an empty list removes all entries.',
    example: 'example.org\ncapacitor://localhost',
  }),
  query: setting({
    rule: parameterLines,
    default: null,
    graphql: 'list',
    description:
      'Names of query parameters that are part of the page: with `p`, `/?p=12` is another page than `/`. ' +
      'Applies to new hits.',
    rest: `One per line, at most ${MAX_LINES}. Empty or null: none.`,
    onChange: 'Replaces the whole list; null or an empty list removes all entries.',
    example: 'p',
  }),
  aliases: setting({
    rule: aliasLines,
    default: null,
    graphql: 'list',
    description:
      'Ids of the website in other products, by which the server finds it for hits from their trackers ' +
      '(`COMPATIBLE`).',
    rest: `One per line, at most ${MAX_LINES}. Empty or null: none.`,
    onChange: 'Replaces the whole list; null or an empty list removes all entries.',
    example: '94db1cb1-74f4-4a40-ad6c-962362670409',
  }),
  daily_limit: setting({
    /** Null: the server's default. An empty string leaves it unchanged. */
    rule: z.preprocess(
      (value) => (value === '' ? undefined : value),
      integer(0, MAX_DAILY_LIMIT, DAILY_LIMIT).nullable().optional(),
    ),
    default: null,
    graphql: 'int',
    description:
      'Maximum number of hits counted per day; further hits are dropped as `quota`. ' +
      '0 means no limit; null means the server’s default.',
    rest: `The server’s default is \`DAILY_HIT_LIMIT\`. ${NOT_IN_RECORD}`,
  }),
  hide_below: setting({
    /** Null or 0: off, stored as null. An empty string leaves it unchanged. */
    rule: z.preprocess((value) => (value === '' ? undefined : value), hideBelow.nullable().optional()),
    default: null,
    graphql: 'int',
    description:
      `Smallest count of a row that viewers other than the website’s team see, ${MIN_HIDE_BELOW} to ` +
      `${MAX_HIDE_BELOW}. Rows with smaller counts are summed in one row \`(few)\`, and these viewers ` +
      'cannot use filters. 0 or null: all rows are shown.',
    rest: NOT_IN_RECORD,
  }),
  trim_slash: onOff({
    default: true,
    description: 'Whether new hits of `/about/` are counted as `/about`.',
    rest: NOT_IN_RECORD,
  }),
  timezone: setting({
    rule: optional(timeZone),
    default: 'UTC',
    graphql: 'string',
    description: 'IANA name of the website’s time zone, which determines its days and hours.',
    example: 'Europe/Berlin',
  }),
};

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The columns of settings; the password has none, as its hash is stored. */
type Columns = {
  [Name in Exclude<SettingName, 'password'> as Camel<Name>]: (typeof SETTINGS)[Name]['default'];
};

/** Returns the columns of validated settings. Settings that were not sent are left out. */
export function settingColumns(input: object): Partial<Columns> {
  const entries = Object.entries(input).filter(
    ([name, value]) => name in SETTINGS && name !== 'password' && value !== undefined,
  );
  return Object.fromEntries(entries.map(([name, value]) => [camelCase(name), value]));
}

/** The columns of a new website whose settings were not sent. */
export const DEFAULTS = settingColumns(
  Object.fromEntries(SETTING_NAMES.map((name) => [name, SETTINGS[name].default])),
) as Columns;

/** A setting for the form of the account area. */
export interface FormSetting {
  type: GraphqlType;
  minimum?: number;
  maximum?: number;
}

/** The settings for the form of the account area, by their GraphQL names. They become a part of its build. */
export function formSettings(): Record<string, FormSetting> {
  const entries = SETTING_NAMES.map((name) => {
    const { graphql: type, rule }: Setting<z.ZodType, unknown> = SETTINGS[name];
    const { minimum, maximum } = jsonSchemaOf(rule) as Pick<FormSetting, 'minimum' | 'maximum'>;
    return [camelCase(name), { type, minimum, maximum }];
  });
  return Object.fromEntries(entries);
}
