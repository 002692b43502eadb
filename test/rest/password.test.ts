import { describe, expect, test } from '@jest/globals';
import { form, invalidBody, json, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { rows } from '../support/tables.ts';

const NEEDS_PASSWORD = invalidBody({ password: ['Is required if the privacy is password.'] });

/** Updates website 1. @returns the status, then privacy and has_password, or the body of the error. */
async function change(server: TestServer, init: ReturnType<typeof form | typeof json>) {
  const { status, body } = await rest(server, `${WEBSITES}/1`, init);
  return status === 200 ? [status, body.data.privacy, body.data.has_password] : [status, body];
}

describe('the password', () => {
  test('is never returned, nor is its hash', async () => {
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

  test('is stored as an argon2id hash', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { privacy: '2', password: 'unmistakable-secret' });
    const [row] = await rows<{ passwordHash: string }>(server, 'SELECT "passwordHash" FROM "Website"');
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
  });

  test.each([{}, { password: '' }])(
    'is required if privacy is 2, on create and on update: %j',
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

  test('is kept while privacy is not 2, and is used once it is', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { privacy: '0', password: 'open sesame' });
    expect(await change(server, form('PUT', { privacy: '1' }))).toEqual([200, 1, true]);
    expect(await change(server, form('PUT', { privacy: '2' }))).toEqual([200, 2, true]);
  });

  test('is kept if it is sent empty; JSON null removes it', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { password: 'open sesame' });
    expect(await change(server, form('PUT', { password: '' }))).toEqual([200, 1, true]);
    expect(await change(server, json('PUT', { password: '' }))).toEqual([200, 1, true]);
    expect(await change(server, json('PUT', { password: null }))).toEqual([200, 1, false]);
    expect(await change(server, form('PUT', { privacy: '2' }))).toEqual([422, NEEDS_PASSWORD]);
  });

  test('cannot be removed while privacy is 2, unless privacy changes too', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { privacy: '2', password: 'open sesame' });
    expect(await change(server, json('PATCH', { password: null }))).toEqual([422, NEEDS_PASSWORD]);
    expect(await change(server, json('PATCH', { email: 1 }))).toEqual([200, 2, true]);
    expect(await change(server, json('PATCH', { password: null, privacy: 0 }))).toEqual([200, 0, false]);
  });
});
