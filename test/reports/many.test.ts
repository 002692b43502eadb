import { expect, test } from '@jest/globals';
import { startMailbox } from '../support/mailbox.ts';
import { DAY, MONDAY, startReporting } from '../support/reports.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const COUNT = 520;
const HITS = 100;

test('hundreds of reports are sent over four connections while hits are recorded', async () => {
  await using mailbox = await startMailbox();
  const clock = { now: MONDAY - 8 * DAY };
  await using server = await startReporting(mailbox, clock);
  const at = new Date(clock.now);
  await server.deps.db.write((tx) =>
    tx.website.createMany({
      data: Array.from({ length: COUNT }, (_, index) => ({
        teamId: server.teamId,
        url: `https://${index}.example`,
        domain: `${index}.example`,
        privacy: 1,
        email: true,
        excludeBots: false,
        timezone: 'UTC',
        trackingId: `t${index}`,
        createdAt: at,
        updatedAt: at,
        emailSince: at,
      })),
    }),
  );
  clock.now = MONDAY;
  let over = false;
  const sending = server.runJobs().finally(() => {
    over = true;
  });
  let meanwhile = 0;
  for (let hit = 0; hit < HITS; hit++) {
    const response = await sendHit(server, { website: `t${hit}`, page: `https://${hit}.example/` });
    expect(outcome(response)).toEqual(RECORDED);
    if (!over) meanwhile++;
  }
  await sending;
  expect(new Set(mailbox.mails.map(({ subject }) => subject?.split(':')[0])).size).toBe(COUNT);
  expect(mailbox.mails).toHaveLength(COUNT);
  expect(mailbox.most).toBeLessThanOrEqual(4);
  expect(meanwhile).toBeGreaterThan(0);
  const lines = server.logLines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(lines).toEqual(
    expect.arrayContaining([
      'Email reports are due',
      `Email reports: 500 of ${COUNT}`,
      'Email reports: round finished',
    ]),
  );
});
