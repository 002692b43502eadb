import type { Context as KoaContext } from 'koa';

/** Names what a request contained and the server did not use. */
export const IGNORED = 'X-Footfall-Ignored';

/** A client may send any number of names, of any length. */
const LIMITS = { names: 20, length: 60 } as const;

/** The name as a header can contain it: other characters than letters, digits and `_.-` are escaped. */
function inHeader(name: string): string {
  // A lone surrogate, which JSON can contain, has no escape.
  const text = Buffer.from([...name].slice(0, LIMITS.length).join('')).toString();
  return encodeURIComponent(text);
}

/**
 * Returns the names of parameters or fields that are not in `known`, in their order.
 * @param given the parameters or fields by name.
 */
export const unknownNames = (given: object, known: readonly string[]): string[] =>
  Object.keys(given).filter((name) => !known.includes(name));

/** Adds names to the header, after those that it has already. */
export function addIgnored(ctx: KoaContext, names: readonly string[]): void {
  if (names.length === 0) return;
  const before = ctx.response.get(IGNORED);
  const earlier = before ? before.split(', ') : [];
  ctx.set(IGNORED, [...earlier, ...names.map(inHeader)].slice(0, LIMITS.names).join(', '));
}
