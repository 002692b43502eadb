/**
 * The URL that a text is; null for what is none. Not `URL.canParse`: once optimized, Node 20's refuses valid URLs with
 * letters such as ü in the host.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
