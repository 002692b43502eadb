import { existsSync } from 'node:fs';
import { cp, link, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../src/root.ts';

interface Locked {
  dev?: boolean;
  devOptional?: boolean;
}

/**
 * Creates a hard link if the file system allows it, because the city database alone has 130 MB; otherwise
 * copies.
 */
async function linkFile(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => cp(from, to));
}

/** Copies a folder without the packages in it. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.name === 'node_modules') continue;
    if (entry.isDirectory()) await linkFolder(source, target);
    else await linkFile(source, target);
  }
}

/**
 * The folders of the packages that `npm ci --omit=dev` would install on this machine, according to
 * package-lock.json.
 */
export async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages)
    .filter(([folder, { dev, devOptional }]) => folder !== '' && !dev && !devOptional)
    .map(([folder]) => folder)
    .filter((folder) => existsSync(path.join(root, folder)));
}

/** Creates a production install of the built package: without sources and development dependencies. */
export async function installProduction(home: string): Promise<void> {
  for (const file of ['package.json', 'package-lock.json'])
    await cp(path.join(root, file), path.join(home, file));
  for (const folder of ['bin', 'dist', 'scripts', 'prisma/migrations', ...(await productionPackages())])
    await linkFolder(path.join(root, folder), path.join(home, folder));
}
