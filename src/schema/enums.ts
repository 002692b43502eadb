import type { Scope } from '../resolvers/access.ts';
import { PRIVACY } from '../resolvers/websiteInput.ts';
import type { StatName } from '../stats/names.ts';
import { builder } from './builder.ts';

const meanings: Record<StatName, string> = {
  browser: 'Visitors by browser, such as `Chrome`; empty if unknown.',
  campaign: 'Visits by the `utm_campaign` of their first hit; those without one are left out.',
  city: 'Visitors by city, as `City, Region, CC`; empty if unknown.',
  continent: 'Visitors by two-letter continent code; empty if unknown.',
  country: 'Visitors by ISO 3166-1 alpha-2 country code; empty if unknown.',
  device: 'Visitors by kind of device: `desktop`, `mobile`, `tablet`…; empty if unknown.',
  event: 'Events by name.',
  landing_page: 'Visits by the path of their first hit.',
  language: 'Visitors by primary language tag, such as `en`; empty if unknown.',
  os: 'Visitors by operating system, such as `Android`; empty if unknown.',
  page: 'Pageviews by path, without query and fragment.',
  pageviews: 'Pageviews by day.',
  pageviews_hours: 'Pageviews by hour of the day, `00` to `23`.',
  referrer: 'Visits by the host they came from, without `www.`; empty for direct visits.',
  resolution: 'Visitors by screen resolution, such as `1920x1080`; empty if unknown.',
  visitors: 'Visitors by day.',
  visitors_hours: 'Visitors by hour of the day of their first hit, `00` to `23`.',
};

/** An enum whose names are the values in upper case. */
function upperCase<Value extends string>(meaning: Record<Value, string>) {
  const entries = Object.entries(meaning) as [Value, string][];
  return Object.fromEntries(
    entries.map(([value, description]) => [value.replace(':', '_').toUpperCase(), { value, description }]),
  ) as Record<string, { value: Value; description: string }>;
}

export const StatNameEnum = builder.enumType('StatName', {
  description: 'The 17 statistics: what is counted, and by what.',
  values: upperCase(meanings),
});

export const StatSort = builder.enumType('StatSort', {
  description: 'Order of the rows of a statistic; equal counts come in the order of their values.',
  values: upperCase({ max: 'Largest count first.', min: 'Smallest count first.' }),
});

export const SortOrder = builder.enumType('SortOrder', {
  description: 'Alphabetic order.',
  values: upperCase({ asc: 'A to Z.', desc: 'Z to A.' }),
});

export const Privacy = builder.enumType('Privacy', {
  description: 'Who may read the statistics of a website.',
  values: {
    PUBLIC: { value: PRIVACY.public, description: 'Anybody.' },
    PRIVATE: { value: PRIVACY.private, description: 'Its account only.' },
    PASSWORD: { value: PRIVACY.password, description: 'Its account, and who knows the password.' },
  },
});

export const ScopeEnum = builder.enumType('Scope', {
  description: 'What an API key may do.',
  values: upperCase<Scope>({
    'websites:read': 'List and show websites.',
    'websites:write': 'Register, change and delete websites.',
    'stats:read': 'Read statistics.',
  }),
});
