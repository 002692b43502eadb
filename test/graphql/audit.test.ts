import { describe, expect, test } from '@jest/globals';
import { type Audit, serverAudits } from 'graphql-http';
import { startTestServer } from '../support/server.ts';

/** Audits that this server intentionally fails, each with the reason. */
const EXCEPTIONS: Record<string, string> = {};

const required = /^(MUST|SHOULD)/;

async function outcomes(): Promise<Map<string, { name: string; reason: string | null }>> {
  await using server = await startTestServer();
  const audits: Audit[] = serverAudits({ url: `${server.url}/graphql`, fetchFn: fetch });
  const list = audits.filter(({ name }) => required.test(name));
  const results = new Map<string, { name: string; reason: string | null }>();
  for (const { id, name, fn } of list) {
    const result = await fn();
    results.set(id, { name, reason: result.status === 'ok' ? null : result.reason });
  }
  return results;
}

describe('the GraphQL-over-HTTP audit', () => {
  test('passes all required and recommended audits except the listed exceptions', async () => {
    const results = await outcomes();
    expect(results.size).toBe(36);
    const failed = [...results].filter(([, { reason }]) => reason !== null);
    const unexpected = failed.filter(([id]) => !(id in EXCEPTIONS));
    expect(unexpected.map(([id, { name, reason }]) => `${id} ${name}: ${reason}`)).toEqual([]);
    expect(failed.map(([id]) => id).sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  });
});
