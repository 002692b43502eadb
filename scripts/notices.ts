/**
 * The notices of third-party work in dist/ and in the production install: package, version, licence and its
 * text. The build fails on a licence that is not accepted (docs/decisions/047-notices.md).
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { ACCEPTED, CONTAINS, COPIED, FILES, PUBLIC_DOMAIN, READ_AS } from './noticeLists.ts';

interface Notice {
  name: string;
  license: string;
  text: string;
}

/** The modules of an esbuild bundle whose code is in its output. */
export const modulesOf = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );

/** Returns the folder of the package, below `node_modules`, that a module belongs to. */
function packageFolder(module: string): string | undefined {
  return /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0].replace(/^.*?\b(?=node_modules\/)/, '');
}

/** Returns the folders of the packages that `npm ci --omit=dev` installs. */
async function productionFolders(root: string): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  // Optional packages of other platforms are not installed.
  return Object.keys(packages).filter(
    (folder) => folder && !packages[folder]?.dev && existsSync(path.join(root, folder)),
  );
}

/** Fails if the licence is not accepted. `A OR B` needs one accepted licence, `A AND B` needs both. */
export function checkLicense(name: string, license: string): void {
  const expression = license.replace(/^\((.*)\)$/, '$1');
  const alternatives = expression.split(' OR ').map((alternative) => alternative.split(' AND '));
  if (alternatives.some((all) => all.every((id) => ACCEPTED.has(id)))) return;
  throw new Error(
    `The licence of ${name} is not accepted: ${license}. Use another package. If the licence permits ` +
      'distribution inside of Footfall, add it to `ACCEPTED` in scripts/noticeLists.ts.',
  );
}

/** Returns the section about the licence in the README of a package without a licence file. */
async function readmeLicense(folder: string, author?: string | { name: string }): Promise<string> {
  const readme = await readFile(path.join(folder, 'README.md'), 'utf8').catch(() => '');
  const section = /^#+ *licen[sc]e\b[^\n]*\n([^#]*\S)/im.exec(readme)?.[1];
  const by = typeof author === 'object' ? author.name : author;
  return section?.trim() ?? `The package contains no licence text.${by ? ` Its author is ${by}.` : ''}`;
}

/** Reads name, licence and licence texts of an installed package. */
async function readPackage(folder: string): Promise<Notice> {
  const { name, version, license, author } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  const files = (await readdir(folder, { withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && /(?:^|-)(?:licen[sc]e|notice|copying|disclaimer)\b/i.test(entry.name),
    )
    .map((entry) => path.join(folder, entry.name));
  const texts = await Promise.all(files.sort().map((file) => readFile(file, 'utf8')));
  if (texts.length === 0) texts.push(await readmeLicense(folder, author));
  if (CONTAINS[name]) texts.push(CONTAINS[name]);
  return {
    name: `${name} ${version}`,
    license: READ_AS[license] ?? String(license),
    text: texts.map((text) => text.trim()).join('\n\n'),
  };
}

/** Returns the content of NOTICES.txt, for the modules of all bundles. */
export async function collectNotices(root: string, modules: Iterable<string>): Promise<string> {
  const bundled = [...modules].flatMap((module) => packageFolder(module) ?? []);
  const copied = COPIED.map((name) => `node_modules/${name}`);
  const folders = new Set([...bundled, ...copied, ...(await productionFolders(root))]);
  const packages = await Promise.all([...folders].map((folder) => readPackage(path.join(root, folder))));
  const files = FILES.map(async ({ text, ...file }) => ({
    ...file,
    text: (await readFile(path.join(root, text), 'utf8')).trim(),
  }));
  const unique = new Map([...packages, ...(await Promise.all(files))].map((notice) => [notice.name, notice]));
  const notices = [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, license } of notices) checkLicense(name, license);
  const line = '-'.repeat(80);
  return [
    'Footfall contains or installs the following software and data.',
    PUBLIC_DOMAIN,
    ...notices.map(({ name, license, text }) => `${line}\n${name}\nLicence: ${license}\n\n${text}`),
  ]
    .join('\n\n')
    .concat('\n');
}
