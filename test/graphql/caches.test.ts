import { expect, test } from '@jest/globals';
import type { DocumentNode, ValidationContext } from 'graphql';
import { createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { limits, readableRequests } from '../../src/graphqlRequests.ts';

test('an operation that was asked before is neither parsed nor validated again', async () => {
  const documents: unknown[] = [];
  const validated: DocumentNode[] = [];
  const witness: Plugin = {
    onValidate({ addValidationRule }) {
      addValidationRule((context: ValidationContext) => {
        validated.push(context.getDocument());
        return {};
      });
    },
    onExecute({ args }) {
      documents.push(args.document);
    },
  };
  const yoga = createYoga({
    schema: createSchema({ typeDefs: 'type Query { a: Int, b: Int }' }),
    plugins: [readableRequests, limits, witness],
    logging: false,
  });
  const ask = async (query: string) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
    return (await yoga.fetch('http://localhost/graphql', init)).json();
  };
  for (const query of ['{ a }', '{ a }', '{ b }', '{ a }']) await ask(query);
  const [first, again, other, later] = documents;
  expect([again, later].every((document) => document === first)).toBe(true);
  expect(other).not.toBe(first);
  expect(validated).toEqual([first, other]);
});
