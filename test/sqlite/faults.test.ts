import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { asFault, DatabaseFault } from '../../src/db/health/faults.ts';
import { sqliteFaults } from '../../src/db/sqlite/faults.ts';
import { AppError, notFound } from '../../src/errors.ts';
import { temporaryFolder } from '../support/server.ts';

/** An error as the adapter throws it at COMMIT. In statements, Prisma puts code and message into a text. */
const adapterError = (originalCode: string, message: string) =>
  Object.assign(new Error(message), { name: 'DriverAdapterError', cause: { originalCode, kind: 'sqlite' } });
const prismaError = (code: string, message: string) =>
  Object.assign(
    new Error(
      '\nInvalid `prisma.$executeRaw()` invocation:\n\n\n' +
        `Raw query failed. Code: \`${code}\`. Message: \`${message}\``,
    ),
    { code: 'P2010' },
  );

const CODES = [
  ['SQLITE_BUSY', 'database is locked', 'locked', 5, 'fuser'],
  ['SQLITE_BUSY_SNAPSHOT', 'database is locked', 'locked', 5, 'fuser'],
  ['SQLITE_FULL', 'database or disk is full', 'full', 30, 'free some space'],
  ['SQLITE_READONLY', 'attempt to write a readonly database', 'read_only', 30, 'make the file, its folder'],
  [
    'SQLITE_READONLY_DBMOVED',
    'attempt to write a readonly database',
    'read_only',
    30,
    'writable for the user',
  ],
  ['SQLITE_CANTOPEN', 'unable to open database file', 'read_only', 30, 'make the file, its folder'],
  ['SQLITE_IOERR_WRITE', 'disk I/O error', 'io', 30, 'a failing disk, a quota'],
  ['SQLITE_IOERR_FSYNC', 'disk I/O error', 'io', 30, 'a failing disk, a quota'],
  ['SQLITE_CORRUPT', 'database disk image is malformed', 'damaged', 60, 'restore a backup'],
  ['SQLITE_NOTADB', 'file is not a database', 'damaged', 60, 'restore a backup'],
] as const;

describe.each(CODES)('%s', (code, message, kind, retryAfter, advice) => {
  test(`is the fault "${kind}" with advice`, async () => {
    await using temporary = await temporaryFolder();
    const file = path.join(temporary.folder, 'footfall.db');
    await writeFile(file, '');
    for (const error of [adapterError(code, message), prismaError(code, message)]) {
      expect(sqliteFaults('/tmp').kindOf(error)).toBe(kind);
      const fault = asFault(error, sqliteFaults(file)) as DatabaseFault;
      expect(fault).toBeInstanceOf(DatabaseFault);
      expect(fault).toMatchObject({ kind: 'unavailable', status: 503, fault: kind, details: { retryAfter } });
      expect(fault.advice).toContain(file);
      expect(fault.advice).toContain(advice);
      expect(fault.message).not.toContain(temporary.folder);
      expect(fault.cause).toBe(error);
    }
  });
});

test('the busy errors of the adapter and of Prisma are the fault "locked"', () => {
  for (const name of ['SocketTimeout', 'P1008'])
    expect(sqliteFaults('/tmp').kindOf(new Error(name))).toBe('locked');
  expect(
    sqliteFaults('/tmp').kindOf(Object.assign(new Error('Operation has timed out'), { code: 'P1008' })),
  ).toBe('locked');
});

test('an I/O error of a read-only or missing file is the fault "read_only"', async () => {
  const error = adapterError('SQLITE_IOERR_WRITE', 'disk I/O error');
  expect(asFault(error, sqliteFaults('/nowhere/footfall.db'))).toMatchObject({ fault: 'read_only' });
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'footfall.db');
  await writeFile(file, '');
  expect(asFault(error, sqliteFaults(file))).toMatchObject({ fault: 'io' });
  await chmod(file, 0o444);
  // The superuser can still write the file.
  expect(asFault(error, sqliteFaults(file))).toMatchObject({
    fault: process.getuid?.() === 0 ? 'io' : 'read_only',
  });
});

test('a defect is not a fault, and an error for the caller is returned unchanged', () => {
  const defects = [
    adapterError('SQLITE_CONSTRAINT_TRIGGER', 'poisoned'),
    prismaError('SQLITE_ERROR', 'no such table: Hit'),
    new TypeError('x is not a function'),
  ];
  for (const error of defects) {
    expect(sqliteFaults('/tmp').kindOf(error)).toBeNull();
    expect(asFault(error, sqliteFaults('/tmp/x'))).toBe(error);
  }
  const known = notFound();
  expect(asFault(known, sqliteFaults('/tmp/x'))).toBe(known);
  expect(known).toBeInstanceOf(AppError);
});
