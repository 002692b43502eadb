import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Command } from 'commander';
import { program } from '../../src/cli/program.ts';
import { root } from '../../src/root.ts';
import { blocksOf, DOCUMENTS, inlineCode, readDocument } from '../support/documents/blocks.ts';
import { CHECKS } from '../support/documents/checks.ts';

test('every check matches exactly one block', () => {
  const all = DOCUMENTS.flatMap(blocksOf);
  const found = CHECKS.map(
    ({ file, has }) => all.filter((block) => block.file === file && block.text.includes(has)).length,
  );
  expect(found).toEqual(CHECKS.map(() => 1));
});

const takesArguments = ({ registeredArguments }: Command) => registeredArguments.length > 0;

/** Returns the commands and options of a command line that the program does not have. */
function unknownIn(line: string): string[] {
  const words = line.replace(/^(npx )?footfall /, '').split(' ');
  let command: Command = program();
  const options = ['--help', '--json'];
  const unknown: string[] = [];
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    if (next) {
      command = next;
      options.push(...next.options.map(({ long }) => long ?? ''));
    } else if (
      word.startsWith('--')
        ? !options.includes(word)
        : command.commands.length > 0 && !takesArguments(command)
    ) {
      unknown.push(word);
    }
  }
  return unknown;
}

const TEXTS = [...DOCUMENTS, 'CONTRIBUTING.md', 'CHANGELOG.md'];
const inTexts = TEXTS.flatMap((file) => inlineCode(file).map((code) => ({ file, code })));

describe('in the text of the documents', () => {
  test('every command of the command line exists, with its options', () => {
    const lines = inTexts.filter(({ code }) => /^(npx )?footfall [a-z-]/.test(code));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter(({ code }) => unknownIn(code).length > 0)).toEqual([]);
    expect(unknownIn('npx footfall website make --url x')).toEqual(['make', '--url', 'x']);
  });

  test('every npm script exists', async () => {
    const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
    const missing = inTexts.filter(({ code }) => {
      const name = /^npm run (?:--silent )?([\w:-]+)/.exec(code)?.[1];
      return name !== undefined && !Object.hasOwn(manifest.scripts, name);
    });
    expect(missing).toEqual([]);
  });

  test('every link within the project has a target', () => {
    const slug = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-');
    const isBroken = (file: string, link: string) => {
      const [to = '', anchor] = link.split('#');
      const target = path.join(path.dirname(file), to || path.basename(file));
      if (!existsSync(path.join(root, target))) return true;
      if (!anchor) return false;
      const headings = [...readDocument(target).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => slug(text));
      return !headings.includes(anchor);
    };
    const broken = TEXTS.flatMap((file) =>
      [...readDocument(file).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^[a-z]+:/.test(link) && isBroken(file, link))
        .map((link) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });
});
