import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Transaction } from '../../src/db/database.ts';
import { content, register, withDatabase } from '../support/copy/content.ts';
import { copy, newTarget, refusal, sharedSources } from '../support/copy/copying.ts';
import { freshDatabase, KIND, temporaryFolder } from '../support/database.ts';

const source = sharedSources();

async function addStranger(tx: Transaction): Promise<void> {
  const times = { createdAt: new Date(0), updatedAt: new Date(0) };
  await tx.account.create({ data: { email: 'stranger@example.com', passwordHash: '', ...times } });
}

async function addAnother(tx: Transaction): Promise<void> {
  await register(tx);
  await tx.website.update({ where: { id: 2 }, data: { trackingId: 'another' } });
}

test.each([
  ['account stranger@example.com', addStranger],
  ['website with the tracking id another', addAnother],
])('a target with the %s, which the source lacks, is rejected and left unchanged', async (what, add) => {
  await using to = await freshDatabase();
  await withDatabase(to.url, (db) => db.write(add));
  const before = await content(to.url);
  expect(await refusal(copy((await source()).url, to.url))).toEqual({
    to: [
      expect.stringMatching(
        new RegExp(`has the ${what}, which the source does not have. The target must be`),
      ),
    ],
  });
  expect(await content(to.url)).toEqual(before);
});

test('a complete copy is not repeated', async () => {
  const from = await source();
  await using to = await newTarget();
  await copy(from.url, to.url);
  expect(await refusal(copy(from.url, to.url))).toEqual({
    to: [
      expect.stringContaining(
        'already has rows (Account, Team, Member, Website, WebsiteChange, Session, AccountToken, ' +
          'SecondFactor, RecoveryCode, Identity, SecurityEvent, Segment, SharedLink, Annotation, Goal, ' +
          'Funnel, ApiKey, Report, Import, Drop, DayTotal, Visit, Hit, HitId, ImportedSum, PendingDay, ' +
          'WebsiteLock)',
      ),
    ],
  });
  expect(await content(to.url)).toEqual(from.content);
});

test('copying a database to itself under another name is rejected', async () => {
  const from = await source();
  await using temporary = await temporaryFolder();
  let alias = from.url.replace('127.0.0.1', 'localhost');
  if (KIND === 'sqlite') {
    const file = path.join(temporary.folder, 'alias.db');
    await symlink(from.url.slice('file:'.length), file);
    alias = `file:${file}`;
  }
  expect(alias).not.toBe(from.url);
  expect(await refusal(copy(from.url, alias))).toEqual({
    to: [expect.stringMatching(/^Must not be the source database/)],
  });
  expect(await content(from.url)).toEqual(from.content);
});
