import { describe, expect, test } from '@jest/globals';
import { startMailbox } from '../support/mailbox.ts';
import { officeForFile, TWELVE } from '../support/reportOffice.ts';
import { DAY, MINUTE, MONDAY } from '../support/reports.ts';

const office = officeForFile();
const { at, addWebsite, addWebsites, reports } = office;

describe('exactly one mail', () => {
  test('is sent after temporary rejections, with growing pauses between the attempts', async () => {
    await addWebsite();
    office.mailbox.answer = () => ({ code: 451, text: 'greylisted, try later' });
    await at(MONDAY);
    expect(await reports()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    const tries: number[] = [];
    for (let minute = 1; minute <= 15; minute++) {
      const before = office.mailbox.tries;
      await at(MONDAY + minute * MINUTE);
      if (office.mailbox.tries > before) tries.push(minute);
    }
    expect(tries).toEqual([1, 3, 7, 15]);
    expect((await reports())[0]?.error).toContain('451 greylisted, try later');
    office.mailbox.answer = () => 'accept';
    await at(MONDAY + 31 * MINUTE);
    await at(MONDAY + 60 * MINUTE);
    expect(office.mailbox.mails).toHaveLength(1);
    expect(await reports()).toMatchObject([{ state: 'sent', attempts: 6, error: null }]);
  });

  test('is given up after three days of temporary rejections', async () => {
    await addWebsite();
    office.mailbox.recipient = () => ({ code: 450, text: 'mailbox busy' });
    for (let hour = 0; hour <= 80; hour += 8) await at(MONDAY + hour * 60 * MINUTE);
    expect(await reports()).toMatchObject([{ state: 'refused', nextAt: null }]);
    expect((await reports())[0]?.error).toContain('450 mailbox busy');
    const { tries } = office.mailbox;
    await at(MONDAY + 5 * DAY);
    expect(office.mailbox.tries).toBe(tries);
  });

  test.each([
    ['the recipient', () => (office.mailbox.recipient = () => ({ code: 550, text: 'no such mailbox' }))],
    ['the mail', () => (office.mailbox.answer = () => ({ code: 554, text: 'no such mailbox' }))],
  ])('is given up if the mail server permanently rejects %s', async (_title, refuse) => {
    await addWebsite();
    refuse();
    for (const later of [0, MINUTE, DAY]) await at(MONDAY + later);
    expect(office.mailbox.tries).toBe(1);
    expect(await reports()).toMatchObject([{ state: 'refused', attempts: 1, sentAt: null }]);
    expect((await reports())[0]?.error).toMatch(/55[04] no such mailbox/);
  });

  test('is sent if the mail server accepts it but drops the connection before confirming', async () => {
    await addWebsite();
    office.mailbox.answer = () => 'drop';
    await at(MONDAY);
    office.mailbox.answer = () => 'accept';
    for (const later of [MINUTE, 10 * MINUTE, DAY]) await at(MONDAY + later);
    expect(office.mailbox.mails).toHaveLength(1);
    expect(await reports()).toMatchObject([{ state: 'unknown', attempts: 1 }]);
  });

  test('is sent to a mail server that accepts only one connection at a time', async () => {
    await office.mailbox.close();
    office.mailbox = await startMailbox(Number(new URL(office.mailbox.url).port), { most: 1 });
    await addWebsites(TWELVE);
    await at(MONDAY);
    expect(office.domains()).toEqual(TWELVE);
    expect(new Set((await reports()).map(({ attempts }) => attempts))).toEqual(new Set([1]));
  });
});
