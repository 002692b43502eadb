import { describe, expect, test } from '@jest/globals';
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { schema } from '../../src/graphql/schema/index.ts';
import { NAMES } from '../support/oracle.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

function post(server: TestServer, query: string, headers: Record<string, string> = {}) {
  return server.call('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
}

/** Whether a description is shorter than four words or begins with a relative clause. */
const isIncomplete = (description: string) =>
  description.split(/\s+/).length < 4 || /^(Which|Who|Whom|Whose|What|Where|That)\b/.test(description);

test('every type, field, argument and enum value has a description that is complete on its own', () => {
  const missing: string[] = [];
  const check = (name: string, { description }: { description?: string | null | undefined }) => {
    if (!description || isIncomplete(description)) missing.push(`${name}: ${description}`);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    check(type.name, type);
    if (isEnumType(type)) for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) check(`${type.name}.${field.name}`, field);
    }
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      check(`${type.name}.${field.name}`, field);
      for (const argument of field.args) check(`${type.name}.${field.name}(${argument.name})`, argument);
    }
  }
  expect(missing).toEqual([]);
});

describe('an operation that costs too much', () => {
  const rows = 'nodes { value label count }';
  const stats = (number: number) =>
    `s${number}: stats(name: PAGE, from: "2026-11-01", to: "2026-11-30", first: 100) { ${rows} }`;
  const many = Array.from({ length: 17 }, (_, number) => stats(number)).join(' ');

  test('is rejected with the limit and advice', async () => {
    await using server = await startTestServer();
    const portfolio = (alias: string) => `${alias}: websites(first: 100) { nodes { ${many} } }`;
    const query = `{ ${['a', 'b', 'c'].map(portfolio).join(' ')} }`;
    const { errors, data } = (await (await post(server, query)).json()) as { errors: unknown; data: unknown };
    expect(data).toBeUndefined();
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(
          new RegExp(
            '^The operation costs \\d+ points; at most 100000 are allowed\\. ' +
              'Request fewer rows, or split the operation\\.$',
          ),
        ),
        extensions: { code: 'BAD_REQUEST' },
      }),
    ]);
  });

  test('does not include 17 statistics of fifty websites', async () => {
    await using server = await startTestServer();
    const some = NAMES.slice(0, 17)
      .map((name) => stats(0).replace('s0: ', `${name}: `).replace('PAGE', name.toUpperCase()))
      .join(' ')
      .replaceAll('first: 100', 'first: 20');
    const response = await post(server, `{ websites(first: 50) { nodes { ${some} } } }`);
    expect(await response.json()).toMatchObject({ data: { websites: { nodes: [] } } });
  });
});

test('content types that other origins can send without a preflight are rejected', async () => {
  await using server = await startTestServer();
  for (const type of [
    'application/x-www-form-urlencoded',
    'text/plain',
    'application/graphql',
    'multipart/form-data; boundary=x',
  ]) {
    const response = await server.call('/graphql', {
      method: 'POST',
      headers: { 'content-type': type },
      body: type.includes('form-url') ? 'query={__typename}' : '{ __typename }',
    });
    expect([type, response.status]).toEqual([type, 415]);
  }
});

test('other origins are allowed without credentials', async () => {
  await using server = await startTestServer();
  const response = await post(server, '{ __typename }', { origin: 'https://front.example' });
  expect(['*', 'https://front.example']).toContain(response.headers.get('access-control-allow-origin'));
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
});

test('an internal error shows only a request ID, under which the log has the details', async () => {
  await using server = await startTestServer();
  await server.deps.db.write((tx) => tx.$executeRaw`ALTER TABLE "Website" RENAME TO "Elsewhere"`);
  const response = await post(server, '{ websites { totalCount } }');
  const text = await response.text();
  const { errors } = JSON.parse(text) as { errors: { message: string; extensions: { requestId: string } }[] };
  const requestId = errors[0]?.extensions.requestId ?? '';
  expect(errors).toEqual([
    expect.objectContaining({
      message: `Something went wrong on our side. Report it with request id ${requestId}.`,
      extensions: { code: 'INTERNAL', requestId: expect.stringMatching(/^[0-9a-f]{16}$/) },
    }),
  ]);
  expect(text).not.toMatch(/no such table|SQL|prisma|\/src\//i);
  expect(server.logLines.filter((line) => line.includes(requestId))).toHaveLength(1);
  await server.deps.db.write((tx) => tx.$executeRaw`ALTER TABLE "Elsewhere" RENAME TO "Website"`);
});

test('GraphiQL loads nothing from other hosts', async () => {
  await using server = await startTestServer();
  const response = await server.call('/graphql', { key: null, headers: { accept: 'text/html' } });
  const page = await response.text();
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(page).toContain('Footfall GraphiQL');
  expect(page.match(/(?:src|href)="(?:https?:)?\/\/[^"]+"/g) ?? []).toEqual([]);
  expect(page.length).toBeLessThan(2_500_000);
});

test("GraphiQL's script is compressed and immutable, and unknown names are 404", async () => {
  await using server = await startTestServer();
  const page = await (await server.call('/graphql', { key: null, headers: { accept: 'text/html' } })).text();
  const src = /<script src="(\/graphiql\/[^"]+)"/.exec(page)?.[1] ?? '';
  const sizes: number[] = [];
  for (const encoding of ['br', 'gzip', 'identity']) {
    const response = await server.call(src, { key: null, headers: { 'accept-encoding': encoding } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(await response.text()).toContain('renderYogaGraphiQL');
    sizes.push(Number(response.headers.get('content-length')));
  }
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  for (const path of ['/graphiql/page.html', '/graphiql/0000000000000000.js', '/graphiql/..%2Fmain.js']) {
    expect((await server.call(path, { key: null })).status).toBe(404);
  }
});

test('an option of GraphiQL cannot close its script element', async () => {
  await using server = await startTestServer({
    graphiql: { examples: 'test', title: '</script><script>alert(1)' },
  });
  const response = await server.call('/graphql', { key: null, headers: { accept: 'text/html' } });
  expect(await response.text()).not.toContain('</script><script>alert(1)');
});
