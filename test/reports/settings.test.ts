import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openSigner } from '../../src/auth/signer.ts';
import { unsubscribeToken } from '../../src/reports/unsubscribe.ts';
import { type Mailbox, startMailbox } from '../support/mailbox.ts';
import { register } from '../support/pages.ts';
import { DAY, graphql, MONDAY, startReporting } from '../support/reports.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const FIRST = Date.UTC(2026, 11, 1, 8);

const clock = { now: 0 };
let mailbox: Mailbox;
let server: TestServer;
beforeAll(async () => {
  mailbox = await startMailbox();
  clock.now = MONDAY - DAY;
  server = await startReporting(mailbox, clock);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mailbox.close();
});

let count = 0;
const addWebsite = () => register(server, { url: `${++count}.example`, email: '1' });
const find = (id: number) => server.deps.db.read.website.findUniqueOrThrow({ where: { id } });

const UPDATE = `mutation ($input: UpdateWebsiteInput!) {
  updateWebsite(input: $input) {
    ... on UpdateWebsiteSuccess { website { emailEvery } } ... on UserErrors { errors { path message } }
  }
}`;
const SEND = `mutation ($input: SendReportInput!) {
  sendReport(input: $input) {
    ... on SendReportSuccess { sent { period to } } ... on UserErrors { errors { path message } }
  }
}`;
const UNSUBSCRIBE = `mutation ($input: UnsubscribeFromReportsInput!) {
  unsubscribeFromReports(input: $input) {
    ... on UnsubscribeFromReportsSuccess { subscription { domain active } } ... on UserErrors { message }
  }
}`;
const SUBSCRIPTION = `query ($token: String!) { reportSubscription(token: $token) { domain active } }`;

test('a website with monthly reports gets one on the first of the month', async () => {
  const { id } = await addWebsite();
  const domain = `${count}.example`;
  expect(await graphql(server, UPDATE, { input: { id, emailEvery: 'MONTHLY' } })).toEqual({
    data: { updateWebsite: { website: { emailEvery: 'MONTHLY' } } },
  });
  const subjects = async (now: number) => {
    mailbox.mails.length = 0;
    clock.now = now;
    await server.runJobs();
    return mailbox.mails.map(({ subject }) => subject).filter((subject) => subject?.startsWith(`${domain}:`));
  };
  expect(await subjects(MONDAY)).toEqual([]);
  expect(await subjects(FIRST - 1)).toEqual([]);
  expect(await subjects(FIRST)).toEqual([`${domain}: no visitors, November 2026`]);
});

test('only the owner of a website sees the states of its reports', async () => {
  const { id, trackingId } = await register(server, { url: 'open.example', privacy: '0' });
  const createdAt = new Date(clock.now);
  const states = { '2026-W44': 'sent', '2026-W45': 'refused', '2026-W46': 'waiting' };
  for (const [period, state] of Object.entries(states))
    await server.deps.db.write((tx) =>
      tx.report.create({
        data: {
          websiteId: id,
          period,
          state,
          attempts: 2,
          createdAt,
          nextAt: createdAt,
          error: state === 'refused' ? '550 no such mailbox' : null,
        },
      }),
    );
  const query = `query ($trackingId: String!) {
    website(trackingId: $trackingId) { emailEvery reports { period state attempts error nextAttemptAt } }
  }`;
  const own = await graphql<{ website: { reports: object[] } }>(server, query, { trackingId });
  expect(own.data.website).toEqual({
    emailEvery: 'WEEKLY',
    reports: [
      {
        period: '2026-W46',
        state: 'WAITING',
        attempts: 2,
        error: null,
        nextAttemptAt: createdAt.toISOString(),
      },
      {
        period: '2026-W45',
        state: 'REFUSED',
        attempts: 2,
        error: '550 no such mailbox',
        nextAttemptAt: null,
      },
      { period: '2026-W44', state: 'SENT', attempts: 2, error: null, nextAttemptAt: null },
    ],
  });
  expect(await graphql(server, query, { trackingId }, null)).toEqual({
    data: { website: { emailEvery: null, reports: null } },
  });
});

describe('a report sent on request', () => {
  test('is sent at once, even after the scheduled one, and does not change its record', async () => {
    const { id } = await addWebsite();
    clock.now = MONDAY + 7 * DAY;
    await server.runJobs();
    const before = await server.deps.db.read.report.findMany({ where: { websiteId: id } });
    mailbox.mails.length = 0;
    expect(await graphql(server, SEND, { input: { id } })).toEqual({
      data: { sendReport: { sent: { period: '2026-W47', to: 'owner@example.com' } } },
    });
    expect(mailbox.mails).toHaveLength(1);
    expect(await server.deps.db.read.report.findMany({ where: { websiteId: id } })).toEqual(before);
  });

  test('fails with the message of a mail server that rejects it', async () => {
    const { id } = await addWebsite();
    mailbox.recipient = () => ({ code: 550, text: 'we do not know owner@example.com' });
    const { errors } = await graphql(server, SEND, { input: { id } });
    mailbox.recipient = () => null;
    expect(errors?.[0]?.message).toContain('rejected the report');
    expect(errors?.[0]?.message).toContain('550 we do not know owner@example.com');
  });

  test('is not sent for another account or without an API key', async () => {
    const { id } = await addWebsite();
    const { key } = await server.newAccount('other@example.com');
    expect(
      (await graphql<{ sendReport: object }>(server, SEND, { input: { id } }, key)).data.sendReport,
    ).toMatchObject({
      errors: [{ path: ['input', 'id'], message: 'Resource not found.' }],
    });
    expect((await graphql(server, SEND, { input: { id } }, null)).errors?.[0]?.extensions.code).toBe(
      'UNAUTHENTICATED',
    );
  });

  test('is limited to ten mails', async () => {
    const { id } = await addWebsite();
    mailbox.mails.length = 0;
    const answers = [];
    for (let index = 0; index < 11; index++) answers.push(await graphql(server, SEND, { input: { id } }));
    expect(mailbox.mails).toHaveLength(10);
    expect(answers.at(-1)?.errors?.[0]?.message).toContain('Too many attempts. Try again in');
  });

  test('fails with the names of the missing settings if the server has no mail server', async () => {
    await using quiet = await startTestServer();
    const { id } = await register(quiet, { url: 'quiet.example' });
    const { errors } = await graphql(quiet, SEND, { input: { id } });
    expect(errors?.[0]?.message).toContain('SMTP_URL and MAIL_FROM are not set');
    expect(await graphql(quiet, '{ sendsReports }')).toMatchObject({ data: { sendsReports: false } });
    expect(await graphql(server, '{ sendsReports }')).toMatchObject({ data: { sendsReports: true } });
  });
});

describe('the unsubscribe link', () => {
  const tokenOf = async (trackingId: string) =>
    unsubscribeToken({ trackingId }, await openSigner(server.deps));

  test('switches off the reports of one website by one POST, as mail clients send it', async () => {
    const [one, other] = [await addWebsite(), await addWebsite()];
    const where = `/unsubscribe?${new URLSearchParams({ token: await tokenOf(one.trackingId) })}`;
    for (const method of ['GET', 'HEAD']) {
      const page = await server.call(where, { method, key: null });
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    }
    expect((await find(one.id)).email).toBe(true);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
    for (const _again of [1, 2])
      expect((await server.call(where, { method: 'POST', body, headers, key: null })).status).toBe(200);
    expect((await find(one.id)).email).toBe(false);
    expect((await find(other.id)).email).toBe(true);
  });

  test('shows its website, and switches off the reports through GraphQL, too', async () => {
    const { id, trackingId } = await addWebsite();
    const token = await tokenOf(trackingId);
    const domain = `${count}.example`;
    expect(await graphql(server, SUBSCRIPTION, { token }, null)).toEqual({
      data: { reportSubscription: { domain, active: true } },
    });
    expect((await find(id)).email).toBe(true);
    expect(await graphql(server, UNSUBSCRIBE, { input: { token } }, null)).toEqual({
      data: { unsubscribeFromReports: { subscription: { domain, active: false } } },
    });
    expect((await find(id)).email).toBe(false);
  });

  test('is rejected with an invalid signature or that of another website', async () => {
    const [one, other] = [await addWebsite(), await addWebsite()];
    const token = await tokenOf(one.trackingId);
    const signature = token.split('.')[1];
    for (const wrong of [`${other.trackingId}.${signature}`, token.slice(0, -1), `${token}0`, 'x', '']) {
      const where = `/unsubscribe?${new URLSearchParams({ token: wrong })}`;
      expect([wrong, (await server.call(where, { method: 'POST', key: null })).status]).toEqual([wrong, 404]);
      const { errors } = await graphql(server, SUBSCRIPTION, { token: wrong }, null);
      expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    }
    expect((await find(other.id)).email).toBe(true);
  });

  test('cancels a waiting report', async () => {
    const { id, trackingId } = await addWebsite();
    const createdAt = new Date(clock.now);
    await server.deps.db.write((tx) =>
      tx.report.create({
        data: {
          websiteId: id,
          period: '2026-W40',
          state: 'waiting',
          attempts: 1,
          createdAt,
          nextAt: createdAt,
        },
      }),
    );
    await graphql(server, UNSUBSCRIBE, { input: { token: await tokenOf(trackingId) } }, null);
    mailbox.mails.length = 0;
    await server.runJobs();
    expect(mailbox.mails.filter(({ subject }) => subject?.includes('Week 40'))).toEqual([]);
    const report = await server.deps.db.read.report.findFirst({
      where: { websiteId: id, period: '2026-W40' },
    });
    expect(report).toMatchObject({ state: 'cancelled', nextAt: null });
  });
});
