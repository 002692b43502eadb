import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { fillDemo } from '../src/demo/fill.ts';
import { root } from '../src/root.ts';
import { startTestServer } from './support/server.ts';

/** The block of that language in the README, and the JSON block that follows it. */
function example(readme: string, language: string, having: string): { asked: string; answer: unknown } {
  const blocks = [...readme.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => ({
    name,
    text,
  }));
  const index = blocks.findIndex(({ name, text }) => name === language && text.includes(having));
  return { asked: blocks[index]?.text ?? '', answer: JSON.parse(blocks[index + 1]?.text || 'null') };
}

test('the answers that the README shows are those of the demo', async () => {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  await using server = await startTestServer({ unclaimed: true, env: { BASE_URL: 'http://localhost:3000' } });
  const { key } = await fillDemo(server.deps);

  const query = example(readme, 'graphql', 'website(id: 1)');
  const asked = await server.call('/graphql', {
    method: 'POST',
    key,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: query.asked }),
  });
  expect(query.answer).toEqual(await asked.json());

  const rest = example(readme, 'sh', '/api/v1/stats/1');
  const url = /"http:\/\/localhost:3000(\S+)"/.exec(rest.asked)?.[1] ?? '';
  const answer = await (await server.call(url, { key })).json();
  expect(rest.answer).toEqual(answer);
});
