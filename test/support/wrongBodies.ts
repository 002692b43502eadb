import { gzipSync } from 'node:zlib';
import { invalidBody } from './rest.ts';
import { FORM_TYPE, JSON_TYPE, refusal, typed, type WrongRequest } from './wrongRequests.ts';

const UNREADABLE = refusal(400, 'The body cannot be read: it must be well-formed JSON or form fields.');
const NOT_UTF8 = refusal(400, 'The body cannot be read: it must be valid UTF-8.');
const LIST = refusal(400, 'The body must be a JSON object, not an array.');
const TOO_LONG = refusal(413, 'The body must be at most 100 KiB long.');
const WRONG_TYPE = refusal(
  415,
  'The body must be of type application/x-www-form-urlencoded or application/json.',
);
const ENCODED = refusal(415, 'The body must be UTF-8, uncompressed or compressed with gzip.');
const NO_URL = invalidBody({ url: ['Is required.'] });
const ONCE = invalidBody({ url: ['Must be a single string.'] });

const long = 'x'.repeat(100 * 1024);
const invalidUtf8 = Buffer.from('{"url":"ex\xff\xfeample.org"}', 'latin1');

type Case = [title: string, init: RequestInit, body: { status: number }];

const json = (body: string | Uint8Array) => typed('POST', JSON_TYPE, body);
const form = (body: string | Uint8Array) => typed('POST', FORM_TYPE, body);
const of = (type: string) => typed('POST', { 'content-type': type }, '{"url":"example.org"}');

const cases: Case[] = [
  ['JSON that ends early', json('{"url":"example.org"'), UNREADABLE],
  ['JSON with a trailing comma', json('{"url":"example.org",}'), UNREADABLE],
  ['form fields declared as JSON', json('url=example.org'), UNREADABLE],
  ['null instead of an object', json('null'), UNREADABLE],
  ['a string instead of an object', json('"example.org"'), UNREADABLE],
  ['a number instead of an object', json('7'), UNREADABLE],
  ['a list instead of an object', json('[{"url":"example.org"}]'), LIST],
  ['deeply nested lists', json('['.repeat(20_000) + ']'.repeat(20_000)), LIST],
  ['JSON in invalid UTF-8', json(invalidUtf8), NOT_UTF8],
  ['JSON in UTF-16', json(Buffer.from('{"url":"example.org"}', 'utf16le')), UNREADABLE],
  ['percent-encoded form fields in invalid UTF-8', form('url=ex%FF%FEample.org'), NOT_UTF8],
  ['form fields in invalid UTF-8', form(Buffer.from('url=ex\xffample.org', 'latin1')), NOT_UTF8],
  ['form fields with an incomplete escape', form('url=example.org%E'), NOT_UTF8],
  ['form fields with an invalid escape', form('url=example.org%zz'), NOT_UTF8],
  ['JSON that is too long', json(`{"url":"${long}"}`), TOO_LONG],
  ['form fields that are too long', form(`url=${long}`), TOO_LONG],
  [
    'JSON that is too long when decompressed',
    typed('POST', { ...JSON_TYPE, 'content-encoding': 'gzip' }, gzipSync(`{"url":"${long}"}`)),
    TOO_LONG,
  ],
  [
    'a body that is not gzip as declared',
    typed('POST', { ...JSON_TYPE, 'content-encoding': 'gzip' }, '{"url":"example.org"}'),
    UNREADABLE,
  ],
  [
    'an unknown encoding',
    typed('POST', { ...JSON_TYPE, 'content-encoding': 'nonsense' }, '{"url":"example.org"}'),
    ENCODED,
  ],
  ['plain text', of('text/plain'), WRONG_TYPE],
  ['XML', of('application/xml'), WRONG_TYPE],
  ['multipart', of('multipart/form-data; boundary=x'), WRONG_TYPE],
  ['GraphQL', of('application/graphql'), WRONG_TYPE],
  ['an invalid content type', of('nonsense'), WRONG_TYPE],
  ['no content type', { method: 'POST', body: Buffer.from('{"url":"example.org"}') }, WRONG_TYPE],
  ['JSON declared as form fields', form('{"url":"example.org"}'), NO_URL],
  ['no fields', form(''), NO_URL],
  ['an empty object', json('{}'), NO_URL],
  ['a field named __proto__', json('{"__proto__":{"url":"example.org"}}'), UNREADABLE],
  ['the same form field twice', form('url=example.org&url=example.net'), ONCE],
  ['a form field as a list', form('url[]=example.org'), ONCE],
  ['a form field as an object', form('url[$gt]=example.org'), ONCE],
  ['deeply nested objects', json(`${'{"url":'.repeat(10_000)}1${'}'.repeat(10_000)}`), ONCE],
];

/** Bodies that the REST API cannot read, or that contain no fields. */
export const wrongBodies: WrongRequest[] = cases.map(([title, init, body]) => ({
  title: `REST, body: ${title}`,
  where: '/api/v1/websites',
  init,
  status: body.status,
  body,
}));
