import { parseSync } from '@swc/core';

/** A small change of a source file that a test should notice. */
export interface Mutation {
  kind: 'comparison' | 'constant' | 'call';
  /** The range of UTF-8 bytes that is replaced. */
  start: number;
  end: number;
  text: string;
}

interface Node {
  type?: string;
  span?: { start: number; end: number };
  operator?: string;
  value?: unknown;
  left?: Node;
  right?: Node;
  expression?: Node;
  argument?: Node;
}

const TURNED: Readonly<Record<string, string>> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '===': '!==',
  '!==': '===',
};

/** Every mutation of a TypeScript module: comparisons turned round, constants plus one, calls left out. */
export function mutations(source: string): Mutation[] {
  const bytes = Buffer.from(source);
  // swc counts bytes over all modules that it has parsed in this process.
  const before = parseSync('', { syntax: 'typescript' }).span.end;
  const module = parseSync(source, { syntax: 'typescript', target: 'es2023' });
  const found: Mutation[] = [];
  const at = ({ span }: Node) => ({ start: (span?.start ?? 0) - before, end: (span?.end ?? 0) - before });

  function turn(node: Node): void {
    const turned = TURNED[node.operator ?? ''];
    if (!turned || !node.left || !node.right) return;
    const [left, right] = [at(node.left), at(node.right)];
    const between = bytes.subarray(left.end, right.start).toString();
    const position = between.indexOf(node.operator ?? '');
    const start = left.end + Buffer.byteLength(between.slice(0, position));
    found.push({ kind: 'comparison', start, end: start + (node.operator ?? '').length, text: turned });
  }

  function visit(value: unknown): void {
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (/^Ts/.test(node.type ?? '')) return;
    if (node.type === 'BinaryExpression') turn(node);
    if (node.type === 'NumericLiteral')
      found.push({ kind: 'constant', ...at(node), text: String(Number(node.value) + 1) });
    if (node.type === 'ExpressionStatement') {
      const called = node.expression?.type === 'AwaitExpression' ? node.expression.argument : node.expression;
      if (called?.type === 'CallExpression') found.push({ kind: 'call', ...at(node), text: ';' });
    }
    for (const child of Object.values(node)) visit(child);
  }
  visit(module.body);
  return found.sort((a, b) => a.start - b.start);
}

/** The source with a mutation. */
export function apply(source: string, { start, end, text }: Mutation): string {
  const bytes = Buffer.from(source);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(text), bytes.subarray(end)]).toString();
}
