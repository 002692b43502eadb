import { afterAll, beforeAll, test } from '@jest/globals';
import { expectGoodScreens, LOOKS } from '../support/browser/screens.ts';
import { logIn, newBrowser, register } from '../support/pages.ts';
import { type Statistics, startStatistics } from '../support/statistics.ts';

let statistics: Statistics;
beforeAll(async () => {
  statistics = await startStatistics();
  await register(statistics.server, { url: 'a-quite-long-name-of-a-website.teahouse.example' });
});
afterAll(() => statistics?.stop());

/** The pages of the account area, and what each of them shows last. */
const PLACES = {
  websites: ['/websites', '.websites tbody tr'],
  new: ['/websites/new', 'input[role="combobox"]'],
  website: ['/websites/1', '.install-kind select'],
  general: ['/websites/1/general', 'input[role="combobox"]'],
  sharing: ['/websites/1/sharing', '.links-head button'],
  reports: ['/websites/1/reports', 'form button[type="submit"]'],
  exclusions: ['/websites/1/exclusions', '.dropped'],
  import: ['/websites/1/import', '.panel:last-child p'],
  danger: ['/websites/1/danger', '.website-end > button'],
  keys: ['/account/keys', 'table.keys'],
  account: ['/account', '.new-password input'],
} as const;

test.each(LOOKS)('the account area in %s colours and the language %s fits all screens', async (...look) => {
  await using person = await newBrowser(statistics.browser, { colorScheme: look[0] });
  const { page } = person;
  await logIn(page, statistics.server);
  for (const [name, [where, last]] of Object.entries(PLACES))
    await expectGoodScreens(page, name, statistics.server.url + where, last, look);
});
