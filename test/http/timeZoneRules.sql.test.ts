import { expect, test } from '@jest/globals';
import { activeRules } from '../../src/calendar/zones/active.ts';
import { logTimeZoneRules } from '../../src/db/timeZoneRules.ts';
import { createLog } from '../../src/log.ts';
import { startTestServer } from '../support/server.ts';

const { version } = activeRules();

test('the log of the start and /readyz name the release of the time zone rules', async () => {
  await using server = await startTestServer();
  expect(server.logLines.join('')).toContain(`Time zone rules: ${version}, from `);
  expect(await (await server.call('/readyz')).json()).toMatchObject({
    ready: true,
    time_zone_rules: version,
  });
});

test('an instance warns once if another one uses newer rules', async () => {
  await using server = await startTestServer();
  await server.runJobs();
  const key = 'time_zone_rules';
  const stored = () => server.deps.db.read.setting.findUnique({ where: { key } });
  expect(await stored()).toEqual({ key, value: version });

  // The release of an instance of a later version.
  await server.deps.db.write((tx) => tx.setting.update({ where: { key }, data: { value: '2099a' } }));
  const warnings = () => server.logLines.filter((line) => line.includes('2099a'));
  expect(warnings()).toEqual([]);
  await server.runJobs();
  await server.runJobs();
  expect(warnings()).toHaveLength(1);
  expect(warnings()[0]).toContain(`This instance has the time zone rules ${version}, but another one`);
  expect(await (await server.call('/readyz')).json()).toEqual({
    status: 200,
    ready: true,
    time_zone_rules: version,
    newer_time_zone_rules: '2099a',
  });
  expect(await stored()).toEqual({ key, value: '2099a' });
});

test('rules of an instance of an earlier version are replaced, without a warning', async () => {
  await using server = await startTestServer();
  await server.runJobs();
  const where = { key: 'time_zone_rules' };
  await server.deps.db.write((tx) => tx.setting.update({ where, data: { value: '2019c' } }));
  await server.runJobs();
  expect((await server.deps.db.read.setting.findUnique({ where }))?.value).toBe(version);
  expect(server.logLines.join('')).not.toContain('2019c');
});

test.each([
  ['2099a', 1],
  [version, 0],
  ['2019c', 0],
])('a start with the rules %s in Node.js logs %i warnings', (ofNode, count) => {
  const lines: string[] = [];
  logTimeZoneRules({ log: createLog('warn', false, { write: (line) => void lines.push(line) }) }, ofNode);
  expect(lines).toHaveLength(count);
});
