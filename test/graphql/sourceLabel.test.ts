import { expect, test } from '@jest/globals';
import { sourceLabel } from '../../src/graphql/schema/stat.ts';
import { brandOf } from '../../src/web/stats/panels/brands.ts';

test.each([
  ['referrer', 'l.facebook.com', 'Facebook'],
  ['utm_source', 'fb', 'Facebook'],
  ['utm_source', 'FB_Ads', 'Facebook'],
  ['utm_source', 'chatgpt.com', 'ChatGPT'],
  ['referrer', 't.co', 'X (Twitter)'],
  ['utm_source', 'x', 'X (Twitter)'],
  ['utm_source', 'Spring Mail', null],
  ['utm_source', '', null],
  ['referrer', 'fb', null],
  ['source', 'Facebook', null],
  ['constructor', 'Facebook', null],
])('the %s %j has the known source %j', (name, value, label) => {
  expect(sourceLabel(name, value)).toBe(label);
});

test('a tag, a referrer and their source have the same icon', () => {
  for (const tag of ['fb', 'chatgpt.com', 'google_ads', 'ig'])
    expect(brandOf(sourceLabel('utm_source', tag) ?? '')).toBeDefined();
  expect(brandOf(sourceLabel('utm_source', 'msteams') ?? '')).toBe('microsoftteams');
});
