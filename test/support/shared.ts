import { afterAll, beforeAll } from '@jest/globals';
import { startTestServer, type TestServer } from './server.ts';

/**
 * Starts one server for all tests of the surrounding block, and stops it after them. For tests that leave no
 * state behind.
 * @returns a function that returns the server within a test.
 */
export function sharedServer(
  options: Parameters<typeof startTestServer>[0] = {},
  prepare: (server: TestServer) => Promise<unknown> = async () => undefined,
): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startTestServer(options);
    await prepare(server);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!server) throw new Error('The server is available only within a test.');
    return server;
  };
}
