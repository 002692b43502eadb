/** Information about the strings that a part of a pattern matches. */
interface Part {
  /** All strings, if they are few; otherwise null. */
  exact: readonly string[] | null;
  /** If `exact` is null: each matched string contains one of these. Null if nothing is known. */
  need: readonly string[] | null;
}

/** Maximum number of strings to which a sequence is expanded. */
const MAX_EXACT = 64;
/**
 * Maximum size of a character class. A larger one (`[a-z]`, `\d`) counts as any character: its strings would
 * be many and short.
 */
const MAX_CLASS = 8;
/** Length above which longer strings are not more selective in practice. */
const LONG = 5;
const ANYTHING: Part = { exact: null, need: null };
const NOTHING: Part = { exact: [''], need: null };

const unique = (strings: readonly string[]) => [...new Set(strings)];
const shortest = (strings: readonly string[]) =>
  strings.reduce((least, { length }) => Math.min(least, length), LONG);

/** Returns the more selective of two requirements: the longer strings, otherwise the fewer. */
function better(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (b === null || shortest(b) === 0) return a;
  if (a === null || shortest(b) > shortest(a)) return b;
  return shortest(b) === shortest(a) && b.length < a.length ? b : a;
}

const needOf = ({ exact, need }: Part) => (exact === null ? need : better(null, exact));

function product(a: readonly string[], b: readonly string[]): readonly string[] {
  const [only] = b;
  if (b.length === 1) return only === '' ? a : a.map((start) => start + only);
  return unique(a.flatMap((start) => b.map((end) => start + end)));
}

/** A recursive-descent parser of the JavaScript regular expressions that occur here. */
class Reader {
  #at = 0;
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Part {
    const part = this.#alternatives();
    if (this.#at < this.#source.length) throw new SyntaxError('Unmatched parenthesis.');
    return part;
  }

  #skip(text: string): boolean {
    const found = this.#source.startsWith(text, this.#at);
    if (found) this.#at += text.length;
    return found;
  }

  #next(): string {
    if (this.#at >= this.#source.length) throw new SyntaxError('The pattern ends too early.');
    return this.#source.charAt(this.#at++);
  }

  #alternatives(): Part {
    const parts = [this.#sequence()];
    while (this.#skip('|')) parts.push(this.#sequence());
    const [only] = parts;
    if (only && parts.length === 1) return only;
    if (parts.every(({ exact }) => exact !== null)) {
      const exact = unique(parts.flatMap((part) => part.exact ?? []));
      if (exact.length <= MAX_EXACT) return { exact, need: null };
    }
    const needs = parts.map(needOf);
    return { exact: null, need: needs.includes(null) ? null : unique(needs.flatMap((need) => need ?? [])) };
  }

  #sequence(): Part {
    let run: readonly string[] = [''];
    let need: readonly string[] | null = null;
    let whole = true;
    for (
      let c = this.#source[this.#at];
      c !== undefined && c !== '|' && c !== ')';
      c = this.#source[this.#at]
    ) {
      const part = this.#quantified(this.#atom());
      if (part.exact !== null && run.length * part.exact.length <= MAX_EXACT) {
        run = product(run, part.exact);
        continue;
      }
      whole = false;
      need = better(better(need, run), part.exact === null ? part.need : null);
      run = part.exact ?? [''];
    }
    return whole ? { exact: run, need: null } : { exact: null, need: better(need, run) };
  }

  #quantified(part: Part): Part {
    const [least, most] = this.#quantifier();
    if (least === 1 && most === 1) return part;
    const { exact } = part;
    if (least === 0)
      return most === 1 && exact !== null ? { exact: unique(['', ...exact]), need: null } : ANYTHING;
    if (least === most && exact !== null && exact.length ** least <= MAX_EXACT)
      return { exact: Array(least).fill(exact).reduce(product), need: null };
    return { exact: null, need: needOf(part) };
  }

  #quantifier(): [number, number] {
    const counted = /\{(\d+)(?:(,)(\d*))?\}/y;
    counted.lastIndex = this.#at;
    let range: [number, number] = [1, 1];
    if (this.#skip('*')) range = [0, Number.POSITIVE_INFINITY];
    else if (this.#skip('+')) range = [1, Number.POSITIVE_INFINITY];
    else if (this.#skip('?')) range = [0, 1];
    else {
      const [text, least, comma, most] = (this.#source[this.#at] === '{' && counted.exec(this.#source)) || [];
      if (text === undefined) return range;
      this.#at += text.length;
      range = [Number(least), most ? Number(most) : comma ? Number.POSITIVE_INFINITY : Number(least)];
    }
    this.#skip('?');
    return range;
  }

  #atom(): Part {
    const c = this.#next();
    if (c === '(') return this.#group();
    if (c === '[') return this.#characters();
    if (c === '.') return ANYTHING;
    if (c === '^' || c === '$') return NOTHING;
    if (c !== '\\') return literal(c);
    const escaped = this.#next();
    if (escaped === 'b' || escaped === 'B') return NOTHING;
    if (/[dDwWsS]/.test(escaped)) return ANYTHING;
    if (/[A-Za-z\d]/.test(escaped)) throw new SyntaxError(`\\${escaped} is not supported.`);
    return literal(escaped);
  }

  #group(): Part {
    const around = this.#skip('?=') || this.#skip('?!') || this.#skip('?<=') || this.#skip('?<!');
    if (!around && !this.#skip('?:') && this.#skip('?'))
      throw new SyntaxError('This group is not supported.');
    const part = this.#alternatives();
    if (!this.#skip(')')) throw new SyntaxError('Unclosed group.');
    return around ? NOTHING : part;
  }

  #characters(): Part {
    const codes = new Set<number>();
    let many = this.#skip('^');
    while (!this.#skip(']')) {
      const first = this.#character();
      const ranged = this.#source[this.#at] === '-' && this.#source[this.#at + 1] !== ']';
      if (ranged) this.#at++;
      const last = ranged ? this.#character() : first;
      if (first === null || last === null || last > 127 || last - first > MAX_CLASS) many = true;
      else for (let code = first; code <= last; code++) codes.add(code);
    }
    if (many || codes.size > MAX_CLASS) return ANYTHING;
    return { exact: unique([...codes].map((code) => String.fromCharCode(code).toLowerCase())), need: null };
  }

  /** Returns the code of a character in a class; null for a nested class (`\d`). */
  #character(): number | null {
    const c = this.#next();
    if (c !== '\\') return c.charCodeAt(0);
    const escaped = this.#next();
    return /[A-Za-z\d]/.test(escaped) ? null : escaped.charCodeAt(0);
  }
}

/** Only ASCII: upper and lower case of other letters may differ in length, and among engines. */
function literal(c: string): Part {
  return c.charCodeAt(0) > 127 ? ANYTHING : { exact: [c.toLowerCase()], need: null };
}

/**
 * Returns the literals that a case-insensitive regular expression requires: each string that it matches
 * contains one of them.
 *
 * @param source of a RegExp without the flags `u` and `v`.
 * @returns literals in lower case; null if there are none, or if the pattern has unsupported syntax.
 */
export function requiredLiterals(source: string): readonly string[] | null {
  try {
    return needOf(new Reader(source).whole());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
