/** All channels (docs/numbers.md). */
export const CHANNELS = [
  ...(['Direct', 'Organic Search', 'Paid Search', 'Organic Social', 'Paid Social'] as const),
  ...(['Organic Video', 'Paid Video', 'Organic Shopping', 'Paid Shopping', 'Email', 'Affiliates'] as const),
  ...(['Display', 'AI Assistants', 'SMS', 'Mobile Push', 'Audio', 'Referral', 'Paid Other'] as const),
] as const;

export type Channel = (typeof CHANNELS)[number];

/** Every device that is counted (docs/numbers.md), the most common first. */
export const DEVICES: readonly string[] = [
  'desktop',
  'mobile',
  'tablet',
  'tv',
  'console',
  'wearable',
  'car',
  'smart display',
  'smart speaker',
  'portable media player',
  'camera',
  'peripheral',
];

export const CONTINENTS: readonly string[] = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'];

/** How the values of a dimension are spelled: as in a list of all values, or, for codes, in one case. */
export type Spelling = readonly string[] | { code: RegExp; case: 'upper' | 'lower' };

export const COUNTRY_CODES: Spelling = { code: /^[a-z]{2}$/i, case: 'upper' };
export const LANGUAGE_TAGS: Spelling = { code: /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i, case: 'lower' };
export const SIZES: Spelling = { code: /^\d+x\d+$/i, case: 'lower' };
/** A text without a dot may be a part of a host. */
export const HOSTS: Spelling = { code: /^[^.]+(\.[^.]+)+$/, case: 'lower' };

/**
 * How many distinct values a statistic can have: `fixed` for days and hours, which Footfall determines;
 * `low` for a list, such as countries; `high` where clients can send any text, or where the list is long.
 */
export type Cardinality = 'fixed' | 'low' | 'high';

/** How a value is shown to people; `stats/labelFormats.ts` has the formatters. */
export type LabelFormat =
  | 'channel'
  | 'city'
  | 'continent'
  | 'country'
  | 'device'
  | 'host'
  | 'hour'
  | 'language'
  | 'path'
  | 'source'
  | 'text';
