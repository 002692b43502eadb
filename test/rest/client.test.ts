import { describe, expect, test } from '@jest/globals';
import { rawRequest } from '../support/raw.ts';
import { form, newWebsite, rest, WEBSITES, type WebsiteRecord } from '../support/rest.ts';
import { NOON, startTestServer } from '../support/server.ts';

const FORM = 'application/x-www-form-urlencoded';

describe('an existing client', () => {
  test('registers, reads, changes and deletes with only form fields and no Accept header', async () => {
    await using server = await startTestServer();
    const authorization = `Bearer ${server.key}`;
    const send = async (method: string, where: string, body?: string) => {
      const headers = { authorization, ...(body !== undefined && { 'content-type': FORM }) };
      const answer = await rawRequest(server, where, {
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/);
      const json = JSON.parse(answer.text) as { data: WebsiteRecord; status: number };
      expect(json.status).toBe(answer.status);
      return { status: answer.status, json };
    };

    const fields =
      'url=https%3A%2F%2Fexample.com&privacy=2&password=a+%26+b+or+c&email=1' +
      '&exclude_bots=0&exclude_ips=10.0.0.1%0A10.0.0.2';
    const created = await send('POST', WEBSITES, fields);
    expect(created).toMatchObject({
      status: 201,
      json: {
        data: {
          id: 1,
          privacy: 2,
          email: 1,
          exclude_bots: 0,
          exclude_ips: '10.0.0.1\n10.0.0.2',
          has_password: true,
        },
      },
    });
    expect((await send('GET', `${WEBSITES}/1`)).json).toEqual({ data: created.json.data, status: 200 });
    expect((await send('PUT', `${WEBSITES}/1`, 'email=0')).json.data).toEqual({
      ...created.json.data,
      email: 0,
    });
    expect((await send('GET', WEBSITES)).json.data).toEqual([{ ...created.json.data, email: 0 }]);
    expect((await send('GET', '/api/v1/stats/1?from=2026-11-01&to=2026-11-30&name=page')).json.data).toEqual(
      [],
    );
    expect((await send('DELETE', `${WEBSITES}/1`)).json).toEqual({
      id: 1,
      object: 'website',
      deleted: true,
      status: 200,
    });
    expect((await send('GET', `${WEBSITES}/1`)).status).toBe(404);
  });

  test.each(['text/html', 'image/png', 'application/xml;q=0.9', 'nonsense', '', '*/*;q=0'])(
    'with the Accept header "%s" gets the same JSON for results and errors',
    async (accept) => {
      await using server = await startTestServer();
      await newWebsite(server);
      const headers = { authorization: `Bearer ${server.key}`, accept };
      const plain = await rest(server, `${WEBSITES}/1`);
      const odd = await rawRequest(server, `${WEBSITES}/1`, { headers });
      expect(odd.headers['content-type']).toBe(plain.headers.get('content-type'));
      expect([odd.status, JSON.parse(odd.text)]).toEqual([200, plain.body]);
      const missing = await rawRequest(server, `${WEBSITES}/2`, { headers });
      expect([missing.status, JSON.parse(missing.text)]).toEqual([
        404,
        { message: 'Resource not found.', status: 404 },
      ]);
    },
  );

  test('may send unknown fields and a charset', async () => {
    await using server = await startTestServer();
    const { status, body } = await rest(server, WEBSITES, {
      ...form('POST', { url: 'example.com', id: '77', domain: 'other.example', color: 'blue' }),
      headers: { 'content-type': `${FORM}; charset=UTF-8` },
    });
    expect([status, body.data.id, body.data.domain]).toEqual([201, 1, 'example.com']);
    expect((await rest(server, `${WEBSITES}?color=blue`)).status).toBe(200);
  });

  test('may write the Bearer scheme in any case', async () => {
    await using server = await startTestServer();
    const answer = await rawRequest(server, WEBSITES, { headers: { authorization: `bearer ${server.key}` } });
    expect(answer.status).toBe(200);
  });
});

test('PUT and PATCH do the same, with form fields and with JSON', async () => {
  const after: unknown[] = [];
  for (const method of ['PUT', 'PATCH']) {
    for (const kind of ['form', 'json']) {
      await using server = await startTestServer();
      await newWebsite(server, { exclude_ips: '10.0.0.1', timezone: 'Europe/Paris' });
      server.setTime(NOON + 60_000);
      const fields = { privacy: '0', email: '1', exclude_bots: '0' };
      const type = kind === 'form' ? FORM : 'application/json';
      const sent = kind === 'form' ? new URLSearchParams(fields).toString() : JSON.stringify(fields);
      const { status, body } = await rest(server, `${WEBSITES}/1`, {
        method,
        headers: { 'content-type': type },
        body: sent,
      });
      after.push({ status, body });
    }
  }
  expect(after).toHaveLength(4);
  expect(after[0]).toMatchObject({
    status: 200,
    body: { data: { privacy: 0, email: 1, exclude_bots: 0, exclude_ips: '10.0.0.1' }, status: 200 },
  });
  for (const other of after.slice(1)) expect(other).toEqual(after[0]);
});

test('JSON numbers and numeric strings are equivalent', async () => {
  await using server = await startTestServer();
  const sent = [
    { url: 'a.example', privacy: 0, email: 1, exclude_bots: 0 },
    { url: 'b.example', privacy: '0', email: '1', exclude_bots: '0' },
  ];
  for (const fields of sent) {
    const { body } = await rest(server, WEBSITES, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    expect(body.data).toMatchObject({ privacy: 0, email: 1, exclude_bots: 0 });
  }
});
