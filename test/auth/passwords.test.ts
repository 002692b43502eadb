import { describe, expect, test } from '@jest/globals';
import { commonPasswords } from '../../src/auth/commonPasswords.ts';
import { CONTEXT_WORDS, PASSWORD, type PasswordUse, passwordProblems } from '../../src/auth/passwords.ts';
import { readDocument } from '../support/documents/blocks.ts';
import { CreateOwner, LogIn, newPerson, OWNER } from '../support/person.ts';
import { json, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { CHEAP, startTestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';

const ACCOUNT: PasswordUse = { kind: 'account', own: 'rosa.lind@tea-house.example' };
const PAGE: PasswordUse = { kind: 'page', own: 'tea-house.example' };

test('the lists have the 3,000 most common passwords that are long enough for an account', () => {
  const long = [...commonPasswords].filter((password) => password.length >= PASSWORD.account);
  expect(long.length).toBeGreaterThan(3_000);
});

test('docs/pages.md lists the words from the context that are refused', () => {
  const [, line = ''] = /^- words from the context: (.*\n.*)$/m.exec(readDocument('docs/pages.md')) ?? [];
  expect(line.match(/\w+/g)).toEqual(CONTEXT_WORDS);
});

describe('a new password of an account', () => {
  test.each([
    ['twelve char', ['Must be at least 12 characters long; got 11.']],
    ['👍👍👍👍👍👍', ['Must be at least 12 characters long; got 6.']],
    ['x'.repeat(129), [`Must be at most ${PASSWORD.max} characters long.`]],
  ])('must have an allowed length: %s', async (password, problems) => {
    expect(await passwordProblems(password, ACCOUNT)).toEqual(problems);
  });

  test.each([
    'unbelievable',
    'UNBELIEVABLE',
    'password1234',
    'Password123456',
    'p4$$w0rd!!!!',
    '1234passwort',
    'passwordpassword',
    'letmeinletmein',
    'aaaaaaaaaaaa',
    'abababababab',
    '123456789012',
    'abcdefghijklm',
    'zyxwvutsrqpon',
    '1qaz2wsx3edc',
    ...['1234567890123456', '0987654321098', 'abcdefabcdefab', 'qwertyuiopasdfgh', 'qwertz123456'],
    ...['sonyericsson', 'NeedForSpeed', 'fktrcfylhjdyf2', '01telemike01', 'counterstrike'],
    ...['aaabbbccc123', 'zyxwvu987654', 'PasswordPasswordPass', 'asdfghjklasdf', '11112222333344445555'],
  ])('must not be a common password or a simple variation of one: %s', async (password) => {
    expect(await passwordProblems(password, ACCOUNT)).toEqual([
      expect.stringMatching(/^Must not be a common/),
    ]);
  });

  test.each([
    'rosalind@tea-house.example',
    'RosaLind@Tea-House.Example1',
    'tea-house2026',
    'rosalind+rosalind',
    '!tea-house.example!',
  ])('must not consist of the email address or the domain: %s', async (password) => {
    const own = { kind: 'account', own: 'rosalind@tea-house.example' } as const;
    const problems = await passwordProblems(password, own);
    expect(problems).toEqual([expect.stringMatching(/^Must not consist of the email address/)]);
  });

  test.each([
    ...['footfallfootfall', 'Footfall2026!', 'f00tfallf00tfall', 'footfall-analytics', 'WebsiteStatistics1'],
    ...['footfall.tea-house', 'tracking tracking'],
  ])('must not consist of the name of the product or what it does: %s', async (password) => {
    expect(await passwordProblems(password, ACCOUNT)).toEqual([
      expect.stringMatching(/^Must not consist of the name of this product/),
    ]);
  });

  test.each([
    'footfall of autumn leaves',
    'blue statistics kettle',
    'abc drinks 123 teas',
    'correct horse',
    'battery staple clip',
    'x7#pQ9z!kLm2',
    'dog8273!9173#8264',
    'rosalind drinks green tea',
    'Pässe über Wörter',
  ])('may be any other text: %s', async (password) => {
    expect(await passwordProblems(password, ACCOUNT)).toEqual([]);
  });
});

test('a page password has at least eight characters and is not the domain', async () => {
  expect(await passwordProblems('another', PAGE)).toEqual(['Must be at least 8 characters long; got 7.']);
  expect(await passwordProblems('password', PAGE)).toHaveLength(1);
  expect(await passwordProblems('tea-house', PAGE)).toEqual([expect.stringMatching(/website’s domain/)]);
  expect(await passwordProblems('open sesame', PAGE)).toEqual([]);
});

describe('the password rules apply to', () => {
  const server = sharedServer();

  test('REST, which reports the password beside other errors', async () => {
    const body = { url: 'ftp://x', privacy: 2, password: 'password1' };
    const { status, body: answer } = await rest(server(), WEBSITES, json('POST', body));
    expect([status, Object.keys((answer as { errors: object }).errors).sort()]).toEqual([
      422,
      ['password', 'url'],
    ]);
  });

  test('a change of a website, with the old or the new domain', async () => {
    const { id } = await newWebsite(server(), { url: 'coffee-shop.example' });
    const change = (fields: object) => rest(server(), `${WEBSITES}/${id}`, json('PATCH', fields));
    expect((await change({ password: 'coffee-shop1' })).status).toBe(422);
    expect((await change({ password: 'milk-bars-2', url: 'milk-bars.example' })).status).toBe(422);
    expect((await change({ password: 'milk-bars-2' })).status).toBe(200);
  });

  test('the creation of the first account', async () => {
    await using own = await startTestServer({ unclaimed: true });
    const token = new URL(own.setupUrl ?? '').searchParams.get('token') ?? '';
    const person = newPerson(own);
    const email = 'rosalind@example.com';
    const weak = await person.ask(CreateOwner, { token, email, password: 'rosalind2026' });
    expect(weak.data.createOwner).toMatchObject({ errors: [{ path: ['input', 'password'] }] });
    expect(
      (await person.ask(CreateOwner, { token, email, password: 'green tea at noon' })).data.createOwner,
    ).toMatchObject({ viewer: { email } });
  });
});

test('a password that was set under older rules is still accepted at login', async () => {
  await using server = await startTestServer();
  const { hash } = await import('@node-rs/argon2');
  const data = { passwordHash: await hash('short', CHEAP) };
  await server.deps.db.write((tx) => tx.account.updateMany({ data }));
  const { data: answer } = await newPerson(server).ask(LogIn, {
    email: 'owner@example.com',
    password: 'short',
  });
  expect(answer.logIn.__typename).toBe('LogInSuccess');
});

test('a password is compared as it was set: not trimmed, cut or in another case', async () => {
  await using server = await startTestServer();
  const { hash } = await import('@node-rs/argon2');
  const password = ` Tall green kettle ${'x'.repeat(100)}! `;
  const data = { passwordHash: await hash(password, CHEAP) };
  await server.deps.db.write((tx) => tx.account.updateMany({ data }));
  const isAccepted = async (given: string) => {
    const { data: answer } = await newPerson(server).ask(LogIn, { email: OWNER.email, password: given });
    return answer.logIn.__typename === 'LogInSuccess';
  };
  for (const other of [password.trim(), password.slice(0, 72), password.slice(0, -2), password.toLowerCase()])
    expect([other, await isAccepted(other)]).toEqual([other, false]);
  expect(await isAccepted(password)).toBe(true);
});
