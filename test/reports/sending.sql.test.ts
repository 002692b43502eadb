import { describe, expect, test } from '@jest/globals';
import { officeForFile } from '../support/reportOffice.ts';
import { DAY, MINUTE, MONDAY } from '../support/reports.ts';

const office = officeForFile();
const { clock, at, addWebsite, reports } = office;

describe('a report', () => {
  test('is sent on Monday at 08:00, once, to the account’s address', async () => {
    await addWebsite();
    await at(MONDAY - MINUTE);
    expect(office.mailbox.mails).toHaveLength(0);
    await at(MONDAY);
    expect(office.mailbox.mails.map(({ recipients, subject }) => [recipients, subject])).toEqual([
      [['owner@example.com'], 'teahouse.example: no visitors, Week 46, Nov 9 – 15, 2026'],
    ]);
    for (const later of [MINUTE, DAY, 2 * DAY, 7 * DAY - MINUTE]) await at(MONDAY + later);
    expect(office.mailbox.mails).toHaveLength(1);
    await at(MONDAY + 7 * DAY);
    expect(office.mailbox.mails).toHaveLength(2);
    expect((await reports()).map(({ period, state, attempts }) => [period, state, attempts])).toEqual([
      ['2026-W46', 'sent', 1],
      ['2026-W47', 'sent', 1],
    ]);
  });

  test('is sent at 08:00 in the website’s time zone', async () => {
    await addWebsite({ timezone: 'Pacific/Auckland' });
    // 08:00 in Auckland, in daylight saving time.
    const there = MONDAY - 13 * 60 * MINUTE;
    await at(there - MINUTE);
    expect(office.mailbox.mails).toHaveLength(0);
    await at(there);
    expect(office.mailbox.mails).toHaveLength(1);
  });

  test('is not sent if reports are off or were off when it was due', async () => {
    const id = await addWebsite({ email: '0' });
    await at(MONDAY);
    expect(office.mailbox.mails).toHaveLength(0);
    clock.now = MONDAY + MINUTE;
    await office.server.call(`/api/v1/websites/${id}`, {
      method: 'PUT',
      body: new URLSearchParams({ email: '1' }),
    });
    await at(MONDAY + 2 * MINUTE);
    expect(office.mailbox.mails).toHaveLength(0);
    await at(MONDAY + 7 * DAY);
    expect(office.mailbox.mails).toHaveLength(1);
  });

  test('is not sent about a week that was over when the website was registered', async () => {
    // Monday at 07:00, an hour before reports about the week before are due.
    await addWebsite({}, MONDAY - 60 * MINUTE);
    for (const later of [0, MINUTE, DAY]) await at(MONDAY + later);
    expect([office.mailbox.mails, await reports()]).toEqual([[], []]);
    await at(MONDAY + 7 * DAY);
    expect(office.mailbox.mails.map(({ subject }) => subject)).toEqual([
      'teahouse.example: no visitors, Week 47, Nov 16 – 22, 2026',
    ]);
  });

  test.each([
    ['a minute before the limit', 3 * DAY - MINUTE, 1],
    ['at the limit', 3 * DAY, 0],
  ])('missed in an outage is only sent within three days: %s', async (_title, later, count) => {
    await addWebsite();
    await at(MONDAY + later);
    expect(office.mailbox.mails).toHaveLength(count);
  });
});
