import { expect, test } from '@jest/globals';
import { dice } from '../../src/demo/random.ts';
import { traffic } from '../../src/demo/traffic.ts';
import { CAMPAIGNS, REFERRERS } from '../../src/demo/world.ts';

test('the demo has tags as people type them, and each product as one source', () => {
  const site = { websiteId: 1, timezone: 'Europe/Berlin', size: 0.5 };
  const tags = new Set<string>();
  const sources = new Set<string>();
  for (const { hits } of traffic(site, 365, Date.UTC(2026, 10, 27, 12), dice(1))) {
    for (const { dimensions } of hits) {
      tags.add(dimensions.utm_source);
      sources.add(dimensions.source);
    }
  }
  expect([...tags].sort()).toEqual(['', 'chatgpt.com', 'google', 'ig', 'newsletter', 'reddit']);
  expect([...sources].sort()).toEqual(
    ['', 'Bing', 'ChatGPT', 'DuckDuckGo', 'Google', 'Hacker News', 'Instagram', 'Reddit', 'YouTube'].concat(
      ...['newsletter', 'slow-kitchen.example', 'tea-forum.example'],
    ),
  );
  expect(CAMPAIGNS.length + REFERRERS.length).toBeGreaterThan(sources.size);
});
