import { expect, test } from '@jest/globals';
import pg from 'pg';
import { more, startLoad } from '../support/crash/load.ts';
import { createSite, expectNothingWrong } from '../support/crash/site.ts';
import { memoryOf } from '../support/memory.ts';
import { startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

test('while another transaction has locked a website, hits of the others are stored', async () => {
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder, undefined, 18);
  await using server = await startProcess(temporary.folder, site.env);
  const { url } = server;
  const [stuck = '', ...others] = site.websites;
  const all = startLoad({ url, websites: site.websites, name: 'before', connections: 16 });
  await more(all, 500);
  await all.stop();
  const before = memoryOf(server.pid) ?? 0;

  const client = new pg.Client(site.url);
  await client.connect();
  await client.query('BEGIN');
  const website = 'SELECT "id" FROM "Website" WHERE "trackingId" = $1';
  await client.query(`SELECT FROM "WebsiteLock" WHERE "websiteId" = (${website}) FOR UPDATE`, [stuck]);
  const waiting = startLoad({ url, websites: [stuck], name: 'waiting', connections: 16 });
  const going = startLoad({ url, websites: others, name: 'going', connections: 16 });
  await more(going, 300);
  expect(waiting.ledger.acknowledged.size).toBe(0);
  expect((memoryOf(server.pid) ?? 0) - before).toBeLessThan(100);
  await client.query('COMMIT');
  await client.end();

  await more(waiting, 200);
  await Promise.all([waiting.stop(), going.stop()]);
  expect([waiting.ledger.refused.size, going.ledger.refused.size]).toEqual([0, 0]);
  await expectNothingWrong(site, 'before', [all.ledger]);
  await expectNothingWrong(site, 'waiting', [waiting.ledger]);
  await expectNothingWrong(site, 'going', [going.ledger]);
});
