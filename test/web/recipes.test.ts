import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { snippet } from '../../src/tracker/snippet.ts';
import { recipesOf } from '../../src/web/app/website/recipes.ts';
import { t } from '../../src/web/shared/i18n/t.ts';
import { setEnglish } from '../support/texts.ts';

setEnglish();

const ADDRESSES = {
  baseUrl: 'https://stats.example.com',
  trackerPaths: { script: '/s.js', event: '/in', pixel: '/dot.gif', more: '/m.js' },
};

test('docs/tracking.md has the recipes of the page', async () => {
  const text = await readFile(new URL('../../docs/tracking.md', import.meta.url), 'utf8');
  const trackingId = 'TRACKING_ID';
  const usual = { ...ADDRESSES.trackerPaths, script: '/script.js' };
  const recipes = recipesOf({
    snippet: snippet({ ...ADDRESSES, trackerPaths: usual }, trackingId),
    trackingId,
  });
  expect(recipes.length).toBeGreaterThan(6);
  for (const { key, name, code } of recipes) {
    expect(text).toContain(`\n${code}\n`);
    if (key !== 'html') expect(text).toContain(`**${name}.** ${t(`recipe.${key}`)}\n`);
  }
});

test('every recipe has the address of the script and the tracking id of the website', () => {
  const trackingId = 'a1b2c3';
  const own = snippet(ADDRESSES, trackingId);
  const recipes = recipesOf({ snippet: own, trackingId });
  expect(recipes[0]?.code).toBe(own);
  for (const { name, code } of recipes) {
    if (name === 'Content-Security-Policy')
      expect(code.match(/https:\/\/stats\.example\.com(?=;|$)/gm)).toHaveLength(2);
    else
      expect([name, code.includes('https://stats.example.com/s.js'), code.includes(trackingId)]).toEqual([
        name,
        true,
        true,
      ]);
  }
});
