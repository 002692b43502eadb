import { expect, test } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import { AppError } from '../../src/errors.ts';
import { makeReport, sendReport } from '../../src/reports/sendNow.ts';
import { createContext } from '../../src/request/context.ts';
import { newWebsite } from '../support/rest.ts';
import { startTestServer } from '../support/server.ts';

test('the limit of reports on request is checked before statistics are read', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  const context = createContext(server.deps, operator(1));
  const { analysis } = context.loaders;
  const load = analysis.load.bind(analysis);
  let reads = 0;
  analysis.load = (query) => {
    reads += 1;
    return load(query);
  };
  const website = await context.loaders.website.load(1);
  const spend = () => Promise.reject(new AppError('too_many_requests', 'Too many attempts.'));
  const limited = { ...context, attempts: { ...context.attempts, spend } };
  await expect(sendReport(website, {}, limited)).rejects.toMatchObject({ kind: 'too_many_requests' });
  expect(reads).toBe(0);
  await makeReport(website, {}, context);
  expect(reads).toBeGreaterThan(0);
});

test('a request with an invalid period does not count towards the limit', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  const context = createContext(server.deps, operator(1));
  const website = await context.loaders.website.load(1);
  let spent = 0;
  const spend = async () => {
    spent += 1;
  };
  const counted = { ...context, attempts: { ...context.attempts, spend } };
  await expect(sendReport(website, { period: '2026-W99' }, counted)).rejects.toMatchObject({
    kind: 'invalid',
  });
  expect(spent).toBe(0);
});
