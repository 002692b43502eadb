import { fillDemo } from '../../src/demo/fill.ts';
import { testExamples } from '../support/documents/examples.ts';
import { startTestServer } from '../support/server.ts';

testExamples(['README.md'], async () => {
  const env = { BASE_URL: 'http://localhost:3000' };
  const server = await startTestServer({ unclaimed: true, env });
  return { server, key: (await fillDemo(server.deps)).key };
});
