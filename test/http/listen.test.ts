import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { ConfigError } from '../../src/config.ts';
import { startTestServer } from '../support/server.ts';

const problemsOf = async (env: Record<string, string>) => {
  const error = await startTestServer({ env }).then(
    (server) => server[Symbol.asyncDispose](),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).problems;
};

test('a port that another program uses is named, with the way out', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  expect(await problemsOf({ PORT: String(port) })).toEqual([
    `PORT: another program listens on port ${port}. Stop it, or set another PORT.`,
  ]);
  other.close();
});

test('an address of another machine is named, with the way out', async () => {
  expect(await problemsOf({ HOST: '192.0.2.1' })).toEqual([
    'HOST: 192.0.2.1 is not an address of this machine. Leave HOST unset to listen on all.',
  ]);
});

test('a name without an address is named, with the way out', async () => {
  const [problem = ''] = await problemsOf({ HOST: 'nowhere.invalid' });
  // Without a resolver, the system cannot say whether the name exists.
  expect(problem).toMatch(
    /^HOST: the name nowhere\.invalid (has no address|cannot be resolved now)\. Set an/,
  );
});
