import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Makes a zip archive of texts by name. */
export function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}
