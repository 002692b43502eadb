import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../src/root.ts';

const SRC = path.join(root, 'src/web');

/** All modules that a page loads at once or later, without those of the texts. */
export function modulesOf(page: 'stats' | 'app'): string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return;
    if (!file.startsWith(SRC) || file.includes('/gql/') || file.includes('/texts/')) return;
    found.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g,
    ))
      visit(path.join(path.dirname(file), name));
  };
  visit(path.join(SRC, page, 'main.tsx'));
  return [...found];
}

/**
 * The keys that occur in modules: as a text, or as a template such as `period.${name}`, which stands for all
 * keys of its form.
 */
export function keysUsedIn(files: readonly string[], keys: readonly string[]): Set<string> {
  const used = new Set<string>();
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    for (const [, key = ''] of source.matchAll(/'([\w.]+)'/g)) if (keys.includes(key)) used.add(key);
    for (const [, template = ''] of source.matchAll(/\bt\(\s*(?:[^`;]*?)`([^`]+)`/g)) {
      // A quote that ends one text and begins another.
      if (template.includes('\n')) continue;
      const form = new RegExp(
        `^${template
          .split(/\$\{(?:[^{}]|\{[^}]*\})*\}/)
          .map((part) => part.replaceAll('.', '\\.'))
          .join('[\\w]+')}$`,
      );
      for (const key of keys) if (form.test(key)) used.add(key);
    }
  }
  return used;
}
