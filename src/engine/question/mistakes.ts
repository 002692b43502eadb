import type { FieldErrors } from '../../errors.ts';

/** Maximum number of mistakes that are reported. */
const MAX_MISTAKES = 20;

/** The names and indexes that lead to a part of the input. */
export type Path = readonly string[];

/** Collects the mistakes in an input from outside. After too many, the reader should stop. */
export class Mistakes {
  readonly #root: Path;
  readonly #messages = new Map<string, string[]>();
  #count = 0;
  #isComplete = false;

  /** @param root path of the whole input. */
  constructor(root: Path) {
    this.#root = root;
  }

  /** Whether further mistakes would not be reported. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  add(at: Path, message: string): void {
    if (this.#isComplete) return;
    this.#count += 1;
    if (this.#count > MAX_MISTAKES)
      this.stop(`Has more than ${MAX_MISTAKES} errors; the others are not listed.`);
    else this.#append(at, message);
  }

  /** Adds a mistake of the whole input, after which reading is pointless. */
  stop(message: string): void {
    if (this.#isComplete) return;
    this.#isComplete = true;
    this.#append(this.#root, message);
  }

  /** The messages by path, such as `filter.and.1.country`; null if there are none. */
  fields(): FieldErrors | null {
    return this.#messages.size === 0 ? null : Object.fromEntries(this.#messages);
  }

  #append(at: Path, message: string): void {
    const name = at.join('.');
    this.#messages.set(name, [...(this.#messages.get(name) ?? []), message]);
  }
}
