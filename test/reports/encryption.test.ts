import { expect, test } from '@jest/globals';
import { connectMailServer, MailServerAway } from '../../src/reports/mailServer.ts';
import { startMailbox } from '../support/mailbox.ts';

const message = {
  messageId: '<1@example.com>',
  from: 'a@example.com',
  to: ['b@example.com'],
  raw: Buffer.from('Subject: Hello\r\n\r\nHello\r\n'),
};

test('a mail server on this machine may have a self-signed certificate', async () => {
  await using mailbox = await startMailbox(0, { tls: true });
  const server = await connectMailServer(mailbox.url);
  expect(await server.send(message)).toEqual({ kind: 'accepted' });
  server.close();
  expect(mailbox.mails[0]).toMatchObject({ encrypted: true, subject: 'Hello' });
});

test('a self-signed certificate is rejected with tls.rejectUnauthorized=true', async () => {
  await using mailbox = await startMailbox(0, { tls: true });
  const connecting = connectMailServer(`${mailbox.url}?tls.rejectUnauthorized=true`);
  await expect(connecting).rejects.toThrow(MailServerAway);
  await expect(connecting).rejects.toThrow(/self-signed certificate|unable to verify|expired/i);
});

test('connecting fails for a user that the mail server does not know', async () => {
  await using mailbox = await startMailbox();
  const url = mailbox.url.replace('//', '//user:secret@');
  await expect(connectMailServer(url)).rejects.toThrow(MailServerAway);
});
