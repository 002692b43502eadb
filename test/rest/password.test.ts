import { describe, expect, test } from '@jest/globals';
import { form, invalidBody, json, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { rows } from '../support/tables.ts';

const NEEDS_PASSWORD = invalidBody({ password: ['Is required where privacy is by password.'] });

/** The answer to a change of website 1: its status, and what it says of the password. */
async function change(server: TestServer, init: ReturnType<typeof form | typeof json>) {
  const { status, body } = await rest(server, `${WEBSITES}/1`, init);
  return status === 200 ? [status, body.data.privacy, body.data.has_password] : [status, body];
}

describe('the password', () => {
  test('is never returned, and stored as a hash only', async () => {
    await using server = await startTestServer();
    const password = 'unmistakable-secret';
    const fields = { url: 'example.com', privacy: '2', password };
    const answers = [
      await server.call(WEBSITES, form('POST', fields)),
      await server.call(WEBSITES),
      await server.call(`${WEBSITES}/1`),
      await server.call(`${WEBSITES}/1`, form('PUT', { password })),
      await server.call(`${WEBSITES}/1`, form('PUT', { password, email: '7' })),
      await server.call(`${WEBSITES}/1`, { method: 'DELETE' }),
    ];
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 422, 200]);
    for (const text of texts) expect(text).not.toMatch(/unmistakable-secret|argon2|"password"/);
  });

  test('is stored under argon2id', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { privacy: '2', password: 'unmistakable-secret' });
    const [row] = await rows<{ passwordHash: string }>(server, 'SELECT "passwordHash" FROM "Website"');
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  test.each([{}, { password: '' }])(
    'is required where privacy is 2, on create and on update: %j',
    async (given) => {
      await using server = await startTestServer();
      const fields = { url: 'example.com', privacy: '2', ...given };
      const created = await rest(server, WEBSITES, form('POST', fields));
      expect([created.status, created.body]).toEqual([422, NEEDS_PASSWORD]);
      await newWebsite(server);
      expect(await change(server, form('PUT', { privacy: '2', ...given }))).toEqual([422, NEEDS_PASSWORD]);
      expect((await rest(server, `${WEBSITES}/1`)).body.data).toMatchObject({ privacy: 1 });
    },
  );

  test('is kept, without effect, while privacy is not 2, and takes effect when it is', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { privacy: '0', password: 'open sesame' });
    expect(await change(server, form('PUT', { privacy: '1' }))).toEqual([200, 1, true]);
    expect(await change(server, form('PUT', { privacy: '2' }))).toEqual([200, 2, true]);
  });

  test('stays where a form sends it empty; JSON null takes it away', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { password: 'open sesame' });
    expect(await change(server, form('PUT', { password: '' }))).toEqual([200, 1, true]);
    expect(await change(server, json('PUT', { password: '' }))).toEqual([200, 1, true]);
    expect(await change(server, json('PUT', { password: null }))).toEqual([200, 1, false]);
    expect(await change(server, form('PUT', { privacy: '2' }))).toEqual([422, NEEDS_PASSWORD]);
  });

  test('cannot be taken away while privacy is 2, but together with it', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { privacy: '2', password: 'open sesame' });
    expect(await change(server, json('PATCH', { password: null }))).toEqual([422, NEEDS_PASSWORD]);
    expect(await change(server, json('PATCH', { email: 1 }))).toEqual([200, 2, true]);
    expect(await change(server, json('PATCH', { password: null, privacy: 0 }))).toEqual([200, 0, false]);
  });
});
