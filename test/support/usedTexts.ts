import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CompiledMessage } from 'icu-minify/format';
import { root } from '../../src/root.ts';

/** The kinds of places in compiled messages, which icu-minify writes as numbers. */
const KINDS: Readonly<Record<number, string>> = { 1: 'select', 2: 'plural', 3: 'selectordinal' };

/** The values and tags of a text, sorted: `domain`, `plural count`, `<link>`. */
export function findValues(message: CompiledMessage): string[] {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, kind, ...rest] = node as [unknown, unknown, ...unknown[]];
    // A place begins with its name and has a kind, or nothing else; a list of parts is any other array.
    if (typeof name === 'string' && node.length === 1) found.add(name);
    else if (typeof name === 'string' && typeof kind === 'number') {
      found.add(`${KINDS[kind] ?? kind} ${name}`);
      for (const branch of Object.values((rest[0] ?? {}) as object)) parts(branch);
    } else if (typeof name === 'string') {
      found.add(`<${name}>`);
      for (const part of [kind, ...rest]) visit(part);
    }
  };
  const parts = (list: unknown): void => {
    if (Array.isArray(list)) for (const part of list) visit(part);
  };
  parts(message);
  return [...found].sort();
}

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
