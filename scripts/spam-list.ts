/**
 * `npm run spam-list [-- FILE]`: writes src/ingest/request/spamDomains.json from the referrer spam list of
 * the Matomo community (public domain), or from a file with one domain a line. Review the difference before
 * you commit it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../src/root.ts';
import { readDomains, spamFile } from './spamDomains.ts';

const SOURCE = 'https://raw.githubusercontent.com/matomo-org/referrer-spam-list/master/spammers.txt';

const [file] = process.argv.slice(2);
const domains = readDomains(file ? await readFile(file, 'utf8') : await download(SOURCE));
const today = new Date().toISOString().slice(0, 10);
const source = `${file ? path.basename(file) : `${SOURCE} (public domain)`}, ${today}`;
await writeFile(path.join(root, 'src/ingest/request/spamDomains.json'), spamFile(domains, source));
process.stdout.write(`src/ingest/request/spamDomains.json has ${domains.length} domains.\n`);

async function download(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}.`);
  return response.text();
}
