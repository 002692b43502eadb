import { requiredLiterals } from './requiredLiterals.ts';

/**
 * A literal of a rule. The index finds it by three of its characters; `offset` is the position of the first.
 */
interface Entry {
  readonly literal: string;
  readonly offset: number;
  readonly rule: number;
}

const WINDOW = 3;

/**
 * Encodes three characters as a number, with zeros past the end of the text. A collision costs only a
 * comparison.
 */
function keyAt(text: string, at: number): number {
  return (byteAt(text, at) << 16) | (byteAt(text, at + 1) << 8) | byteAt(text, at + 2);
}

function byteAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) & 0xff : 0;
}

/**
 * Finds the few of many case-insensitive patterns that a text can match, by the literals that the patterns
 * require. The time grows with the length of the text, and hardly with the number of patterns.
 */
export class RuleIndex {
  readonly #entries = new Map<number, Entry[]>();
  /** Literals of two characters, by these characters. */
  readonly #short = new Map<number, Entry[]>();
  /** Patterns that require no literal, or only a single character. */
  readonly #always: number[] = [];

  /** @param sources of regular expressions without the flags `u` and `v`. */
  constructor(sources: readonly string[]) {
    sources.forEach((source, rule) => {
      const literals = requiredLiterals(source);
      if (literals === null || literals.some(({ length }) => length < 2)) this.#always.push(rule);
      else for (const literal of literals) this.#add(literal, rule);
    });
  }

  #add(literal: string, rule: number): void {
    if (literal.length < WINDOW) {
      append(this.#short, keyAt(literal, 0), { literal, offset: 0, rule });
      return;
    }
    let best = { key: 0, offset: 0, others: Number.POSITIVE_INFINITY };
    for (let offset = 0; offset + WINDOW <= literal.length; offset++) {
      const key = keyAt(literal, offset);
      const others = this.#entries.get(key)?.length ?? 0;
      if (others < best.others) best = { key, offset, others };
    }
    append(this.#entries, best.key, { literal, offset: best.offset, rule });
  }

  /**
   * Returns the positions of the patterns that may match, in ascending order. All other patterns do not
   * match.
   * @param text in lower case.
   */
  candidates(text: string): number[] {
    const found = new Set(this.#always);
    for (let at = 0; at < text.length; at++) {
      const key = keyAt(text, at);
      collect(this.#entries.get(key), text, at, found);
      if (this.#short.size > 0) collect(this.#short.get(key & 0xffff00), text, at, found);
    }
    return [...found].sort((a, b) => a - b);
  }
}

function append(map: Map<number, Entry[]>, key: number, entry: Entry): void {
  const entries = map.get(key);
  if (entries) entries.push(entry);
  else map.set(key, [entry]);
}

function collect(entries: readonly Entry[] | undefined, text: string, at: number, found: Set<number>): void {
  if (entries === undefined) return;
  for (const { literal, offset, rule } of entries) if (text.startsWith(literal, at - offset)) found.add(rule);
}
