import type { Scope } from '../resolvers/access.ts';
import { PRIVACY } from '../resolvers/websiteInput.ts';
import { STAT_MEANINGS } from '../stats/names.ts';
import { builder } from './builder.ts';

/** An enum whose names are the values in upper case. */
function upperCase<Value extends string>(meaning: Record<Value, string>) {
  const entries = Object.entries(meaning) as [Value, string][];
  return Object.fromEntries(
    entries.map(([value, description]) => [value.replace(':', '_').toUpperCase(), { value, description }]),
  ) as Record<string, { value: Value; description: string }>;
}

export const StatNameEnum = builder.enumType('StatName', {
  description: 'The 17 statistics: what is counted, and by what.',
  values: upperCase(STAT_MEANINGS),
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
