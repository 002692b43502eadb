import { DOCUMENTS } from '../support/documents/blocks.ts';
import { testExamples } from '../support/documents/examples.ts';
import { newWebsite } from '../support/rest.ts';
import { IPHONE, startTestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

const docs = DOCUMENTS.filter((file) => file !== 'README.md');

testExamples(docs, async () => {
  const env = { RATE_LIMIT: '1200', METRICS_TOKEN: 'THE_TOKEN_WITH_32_OR_MORE_CHARACTERS' };
  const server = await startTestServer({ env });
  const { tracking_id: website } = await newWebsite(server, { timezone: 'Europe/Berlin' });
  const hit = { website, page: 'https://example.com/' };
  await sendHit(server, hit);
  await sendHit(server, hit, { 'x-forwarded-for': '203.0.113.7' });
  await sendHit(server, hit, { 'user-agent': IPHONE });
  return { server, key: server.key };
});
