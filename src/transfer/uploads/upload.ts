import { z } from 'zod';
import { authorize, requireScope } from '../../auth/permissions.ts';
import type { Transaction } from '../../db/database.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import type { Import, Website } from '../../generated/prisma/client.ts';
import { integer, MAX_ID, optional, parseInput, text } from '../../validation/rules.ts';
import { cleanText } from '../../validation/text.ts';
import { checkCount } from '../imports/count.ts';
import { fileNames } from '../imports/record.ts';
import type { ImportState } from '../imports/states.ts';
import { sourceName } from '../sources/sourceNames.ts';
import { type ImportContext, importsOf } from './context.ts';

/** Maximum number of files of an import. */
export const MAX_FILES = 20;
const MAX_NAME = 255;

/** The rules of the arguments of {@link uploadFile}. */
export const uploadRules = {
  source: optional(text(50)),
  name: optional(text(MAX_NAME)),
  import: optional(integer(1, MAX_ID, 'Must be the id of an import of the website.')),
};
const uploadSchema = z.object(uploadRules);

/** The body of a request. */
export interface UploadBody {
  bytes: AsyncIterable<Uint8Array>;
  /** The number of bytes, if the client states it. */
  length: number | undefined;
}

/**
 * Stores a file for a new import of a website, or a further one, and starts its preview.
 * @param args `source`, `name` of the file, and `import` for a further file; unchecked.
 * @returns the import, whose state is `reading`.
 * @throws AppError `unauthenticated`, `forbidden`, `not_found`, `invalid`, `payload_too_large`,
 *   `too_many_requests`, `unavailable`, `bad_request`. Nothing of the file is left then.
 */
export async function uploadFile(
  websiteId: number,
  args: object,
  { bytes, length }: UploadBody,
  context: ImportContext,
): Promise<Import> {
  const { viewer, config, loaders } = context;
  requireScope(viewer, 'websites:write');
  const website = authorize(viewer, 'change', await loaders.website.load(websiteId));
  const imports = importsOf(context);
  if (config.importMaxBytes === 0)
    throw new AppError('forbidden', 'Uploads are off on this server: IMPORT_MAX_BYTES is 0.');
  const { source = '', name, import: further } = parseInput(uploadSchema, args);
  checkSource(source);
  // Before the file is received, for an early answer; and again when it is there.
  if (further !== undefined) await openImport(context.db.read, website, further);
  else await checkOpen(context.db.read, website);

  const release = imports.slots.take(website.id);
  try {
    const received = await imports.folder.receive(bytes, length);
    try {
      const file = { source, name: fileName(name) };
      // Only its preview: it may have been started while the file was received.
      if (further !== undefined) await imports.cancel(further, ['read']);
      const row = await (further === undefined
        ? createRow(website, file, context)
        : extendRow(website, further, file, context));
      await imports.folder.add({ ...website, id: row.id }, received, fileNames(row).length - 1);
      void imports.start({ kind: 'read', id: row.id });
      return row;
    } catch (error) {
      await imports.folder.discard(received);
      if (further !== undefined) void imports.start({ kind: 'read', id: further });
      throw error;
    }
  } finally {
    release();
  }
}

/** Names are listed one per line. */
const fileName = (name: string | undefined) => cleanText(name ?? '').replace(/^.*[/\\]/, '') || 'upload';

/** @throws AppError `invalid` for an unknown source, with the right ones. */
function checkSource(source: string): void {
  if (source === '') return;
  try {
    sourceName(source);
  } catch (error) {
    throw error instanceof AppError ? invalid({ source: [error.message] }) : error;
  }
}

type Imports = Pick<Transaction, 'import'>;

/** Uploads of a website wait on the disk. @throws AppError `invalid` if the website has one already. */
async function checkOpen(tx: Imports, { id }: Website): Promise<void> {
  const other = await tx.import.findFirst({
    where: {
      websiteId: id,
      state: { in: ['reading', 'ready', 'running'] },
      startedBy: { not: 'command_line' },
    },
  });
  if (!other) return;
  const advice = other.state === 'ready' ? 'Start it or discard it first.' : 'Wait for it, or discard it.';
  throw invalid({ import: [`Import ${other.id} of this website is ${other.state}. ${advice}`] });
}

/** @throws AppError `not_found`; `invalid` if no further file can be added. */
async function openImport(tx: Imports, website: Website, id: number): Promise<Import> {
  const row = await tx.import.findUnique({ where: { id } });
  if (row?.websiteId !== website.id) throw notFound();
  if (!(EXTENSIBLE as readonly string[]).includes(row.state)) throw notExtensible(row);
  if (fileNames(row).length >= MAX_FILES)
    throw invalid({ import: [`Import ${id} has the maximum of ${MAX_FILES} files.`] });
  return row;
}

/** The states in which files can be added. */
const EXTENSIBLE = ['reading', 'ready'] as const satisfies ImportState[];

const notExtensible = ({ id, state }: Import) =>
  invalid({ import: [`Import ${id} is ${state}: files can only be added before its start.`] });

interface NewFile {
  source: string;
  name: string;
}

async function createRow(
  { id: websiteId }: Website,
  { source, name }: NewFile,
  { db, now, viewer }: ImportContext,
): Promise<Import> {
  return db.write(async (tx) => {
    const website = authorize(viewer, 'change', await tx.website.findUnique({ where: { id: websiteId } }));
    await checkOpen(tx, website);
    await checkCount(tx, websiteId);
    const id = (viewer.kind === 'account' && viewer.accountId) || 0;
    const account = await tx.account.findUnique({ where: { id } });
    const at = new Date(now());
    const by = { startedBy: account?.email ?? '', activeAt: at, createdAt: at };
    return tx.import.create({
      data: { websiteId, source, files: name, hash: '', state: 'reading', ...by },
    });
  });
}

async function extendRow(
  website: Website,
  id: number,
  { source, name }: NewFile,
  { db, now }: ImportContext,
): Promise<Import> {
  return db.write(async (tx) => {
    const { files, source: before } = await openImport(tx, website, id);
    const data = { files: `${files}\n${name}`, source: source || before, state: 'reading' };
    const { count } = await tx.import.updateMany({
      where: { id, state: { in: [...EXTENSIBLE] } },
      data: { ...data, activeAt: new Date(now()) },
    });
    const row = await tx.import.findUniqueOrThrow({ where: { id } });
    if (count === 0) throw notExtensible(row);
    return row;
  });
}
