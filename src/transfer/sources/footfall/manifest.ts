import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { FORMAT, MANIFEST, ROW_FORMATS } from '../../exports/layout.ts';
import type { SettingsRecord } from '../records.ts';
import { type Archive, damaged } from './archive.ts';

/** More than all goals, segments and annotations that a website may have. */
const MAX_CHARACTERS = 64 * 2 ** 20;

const list = z.array(z.unknown());
const schema = z.object({
  format: z.literal(FORMAT.format),
  version: z.literal(FORMAT.version),
  rows: z.enum(ROW_FORMATS),
  files: z.record(z.string(), z.number().int().nonnegative()),
  website: z.record(z.string(), z.unknown()),
  goals: list,
  funnels: list,
  segments: list,
  annotations: list,
  shared_links: list,
});

/** What `export.json` says. */
export type Manifest = z.output<typeof schema>;

/** @throws AppError `invalid` if the archive is no export of a version that this one reads. */
export async function readManifest(archive: Archive): Promise<Manifest> {
  const stream = archive.read(MANIFEST);
  let characters = 0;
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    characters += chunk.length;
    if (characters > MAX_CHARACTERS) stream.destroy(damaged(`${MANIFEST} is too long`));
  });
  const content = parse(await text(stream));
  const { success, data, error } = schema.safeParse(content);
  if (success) return data;
  const { version } = (content ?? {}) as { version?: unknown };
  const isNewer = typeof version === 'number' && version > FORMAT.version;
  if (isNewer)
    throw damaged(
      `it has version ${version} of the format, and this Footfall reads version ${FORMAT.version}`,
    );
  const [issue] = error.issues;
  throw damaged(`${MANIFEST} has no valid "${issue?.path.join('.')}"`);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw damaged(`${MANIFEST} is not JSON`);
  }
}

/** The settings as a record. */
export const settingsRecord = (manifest: Manifest): SettingsRecord => ({
  kind: 'settings',
  line: 1,
  website: manifest.website,
  goals: manifest.goals,
  funnels: manifest.funnels,
  segments: manifest.segments,
  annotations: manifest.annotations,
  sharedLinks: manifest.shared_links,
});
