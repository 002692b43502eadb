import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../src/root.ts';

/** A fenced code block of a document. */
export interface Block {
  /** The path relative to the root of the project. */
  file: string;
  /** The line number of the opening fence. */
  line: number;
  /** The language after the fence: `sh`, `json`…; may be empty. */
  language: string;
  text: string;
}

/** The documents whose examples are tested: README.md and all files in docs/. */
export const DOCUMENTS = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .sort(),
];

export const readDocument = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The fenced blocks of a document, in order; indented blocks without their indentation. */
export function blocksOf(file: string): Block[] {
  const blocks: Block[] = [];
  let open: (Block & { indent: string; lines: string[] }) | null = null;
  for (const [index, line] of readDocument(file).split('\n').entries()) {
    const fence = /^( *)```(\w*)$/.exec(line);
    if (open && fence && fence[1] === open.indent) {
      const { indent: _indent, lines, ...block } = open;
      blocks.push({ ...block, text: lines.join('\n') });
      open = null;
    } else if (open) {
      open.lines.push(line.replace(open.indent, ''));
    } else if (fence) {
      const [, indent = '', language = ''] = fence;
      open = { file, line: index + 1, language, text: '', indent, lines: [] };
    }
  }
  if (open) throw new Error(`${file}:${open.line}: the block does not end.`);
  return blocks;
}

/** The code spans (in backticks) of a document's paragraphs. */
export function inlineCode(file: string): string[] {
  const text = readDocument(file).replace(/^( *)```[\s\S]*?^\1```$/gm, '');
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '));
}
