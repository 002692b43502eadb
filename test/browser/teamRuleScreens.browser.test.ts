import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { expectGoodScreens, LOOKS } from '../support/browser/screens.ts';
import { launchBrowser } from '../support/browser.ts';
import { joined } from '../support/members.ts';
import { logIn, newBrowser, picture, startPages } from '../support/pages.ts';
import { newWebsite } from '../support/rest.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test.each(LOOKS)('the pages fit at three widths: %s', async (...look) => {
  await using server = await startPages();
  const website = await newWebsite(server, { url: 'a-website-with-a-long-name.department.company.example' });
  const { person } = await joined(server, {
    email: 'ann@example.com',
    role: 'viewer',
    websites: String(website.id),
  });
  expect(person.cookies.size).toBeGreaterThan(0);
  await using owner = await newBrowser(browser, { colorScheme: look[0], locale: look[1] });
  await logIn(owner.page, server, '/account');
  await owner.page.getByRole('radio').nth(1).check();
  await picture(owner.page, `team-choice-${look[0]}`);
  await expectGoodScreens(owner.page, 'team-rules', `${server.url}/account`, '#team', look);
  await server.deps.db.write((tx) =>
    tx.team.update({ where: { id: server.teamId }, data: { requiresSecondFactor: true } }),
  );
  await expectGoodScreens(owner.page, 'blocked', `${server.url}/websites`, '.notice-card', look);
  await expectGoodScreens(owner.page, 'blocked-account', `${server.url}/account`, '#team', look);
});
