import { afterAll, beforeAll } from '@jest/globals';
import { startTestServer, type TestServer } from './server.ts';

/**
 * One server for all tests of the block that calls this, started before them and stopped after them; for tests that
 * leave nothing behind.
 * @returns gives the server, within a test.
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
    if (!server) throw new Error('The server is there only within a test.');
    return server;
  };
}
