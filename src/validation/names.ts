/** Converts a name from snake_case to camelCase: `landing_page` → `landingPage`. */
export const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** Converts a name from camelCase to snake_case: `landingPage` → `landing_page`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns JSON in which the names of all fields are converted. */
export function withNames(value: unknown, convert: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, convert));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [convert(name), withNames(one, convert)]),
  );
}

/** Names that people type are compared up to this length; the comparison takes quadratic time. */
const MAX_COMPARED = 40;

/** A name with up to this many wrong letters is recognized. */
const MAX_WRONG = 2;

/**
 * Finds the name that a mistyped one most likely stands for. Case, `_` and `-` are ignored, so `landingPage`
 * stands for `landing_page`.
 * @returns one of `names`, or null if none is similar.
 */
export function closestName(typed: string, names: readonly string[]): string | null {
  if (typed.length > MAX_COMPARED) return null;
  const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, '');
  let closest: string | null = null;
  let fewest = MAX_WRONG + 1;
  for (const name of names) {
    const wrong = editDistance(plain(typed), plain(name));
    // Short names resemble each other: `os` is not a mistyped `in`.
    if (wrong < fewest && wrong <= name.length / 3) [closest, fewest] = [name, wrong];
  }
  return closest;
}

/** Levenshtein distance: the number of letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** Returns the sentence that follows the report of an unknown name: the intended name, or all names. */
export function nameHelp(typed: string, names: readonly string[]): string {
  const closest = closestName(typed, names);
  return closest === null ? `Must be one of: ${names.join(', ')}.` : `Did you mean "${closest}"?`;
}
