import { expect, test } from '@jest/globals';
import type { DocumentNode, ValidationContext } from 'graphql';
import { createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { operator } from '../../src/auth/keys.ts';
import { anonymous } from '../../src/auth/viewer.ts';
import { createDocuments, MAX_TOKENS } from '../../src/graphql/documents.ts';
import { readableRequests } from '../../src/graphql/requests.ts';
import { heapAfter } from '../support/memory.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** A GraphQL server that caches documents, with a record of validations and executions. */
function keepingServer() {
  const documents = createDocuments();
  const executed: DocumentNode[] = [];
  const validated: DocumentNode[] = [];
  const witness: Plugin = {
    onValidate({ addValidationRule }) {
      addValidationRule((context: ValidationContext) => {
        validated.push(context.getDocument());
        return {};
      });
    },
    onExecute({ args }) {
      executed.push(args.document);
      documents.keep(args.document);
    },
  };
  const yoga = createYoga({
    schema: createSchema({ typeDefs: 'type Query { a: Int, b: Int }' }),
    plugins: [readableRequests, documents.plugin, witness],
    parserAndValidationCache: false,
    logging: false,
  });
  const ask = async (query: string, viewer = anonymous) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
    const response = await yoga.fetch('http://localhost/graphql', init, { resolvers: { viewer } });
    return (await response.json()) as { errors?: { message: string }[] };
  };
  return { documents, executed, validated, ask };
}

const aliases = (count: number, name = 'a') =>
  `{ ${Array.from({ length: count }, (_, index) => `${name}${index}: a`).join(' ')} }`;
/** A list literal with this many tokens, plus two for its brackets. */
const numbers = (count: number) => `{ a @skip(if: [${'1 '.repeat(count)}]) }`;

test('a cached operation is neither parsed nor validated again', async () => {
  const { executed, validated, ask } = keepingServer();
  for (const query of ['{ a }', '{ a }', '{ b }', '{ a }']) await ask(query);
  const [first, again, other, later] = executed;
  expect([again, later].every((document) => document === first)).toBe(true);
  expect(other).not.toBe(first);
  expect(validated).toEqual([first, other]);
});

test.each([
  ['cannot be parsed', '{ a', 'Syntax Error: Expected Name, found <EOF>.'],
  ['names an unknown field', '{ c }', 'Cannot query field "c" on type "Query". Did you mean "a" or "b"?'],
  ['has too many tokens', numbers(2_000), expect.stringMatching(/at most 2000 tokens.*API key.*10000/)],
  [
    'has too many fields',
    aliases(1_000),
    expect.stringMatching(/at most 1000 fields and fragments; got 1001/),
  ],
  ['has a long name', `{ ${'x'.repeat(101)}: a }`, 'A name must be at most 100 characters long; got 101.'],
])('a document that %s is rejected and not cached', async (_what, query, message) => {
  const { documents, ask } = keepingServer();
  const viewer = query.startsWith('{ a0') ? operator(1) : anonymous;
  expect(await ask(query, viewer)).toMatchObject({ errors: [{ message }] });
  expect(documents.kept()).toEqual({ documents: 0, bytes: 0 });
});

test('a long document of an account is rejected for anonymous viewers even if it is cached', async () => {
  const { documents, ask } = keepingServer();
  const long = aliases(MAX_TOKENS.anonymous / 3 + 10);
  expect((await ask(long, operator(1))).errors).toBeUndefined();
  expect(documents.kept().documents).toBe(1);
  expect(await ask(long)).toMatchObject({ errors: [{ message: expect.stringContaining('2000 tokens') }] });
  expect((await ask(long, operator(1))).errors).toBeUndefined();
});

test('cached documents are limited in memory, and their size estimate is a lower bound', async () => {
  const { documents, ask } = keepingServer();
  const send = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) await ask(aliases(600, `x${index}_`));
  };
  const empty = await heapAfter(() => send(0, 1));
  const some = await heapAfter(() => send(1, 9));
  const { bytes } = documents.kept();
  expect(some - empty).toBeLessThan(1.1 * bytes);
  await send(9, 30);
  expect(documents.kept().bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(documents.kept().documents).toBeLessThan(20);
});

test('hostile documents do not increase memory', async () => {
  await using server = await startTestServer();
  const first = await heapAfter(() => sendHostile(server, 0, 20));
  const later = await heapAfter(() => sendHostile(server, 20, 80));
  expect(later / first).toBeLessThan(1.15);
});

/** Sends documents of 48 KB with different unknown fields, half of them with a key. */
async function sendHostile(server: TestServer, from: number, to: number): Promise<void> {
  for (let index = from; index < to; index += 1) {
    const fields = Array.from({ length: 990 * 10 }, (_, number) => `f${number.toString(36)}`);
    const query = `{ x${index} ${fields.slice(0, index % 4 === 0 ? 980 : undefined).join(' ')} }`;
    const response = await server.call('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      ...(index % 2 === 0 ? {} : { key: null }),
    });
    expect(await response.json()).toHaveProperty('errors');
  }
}
