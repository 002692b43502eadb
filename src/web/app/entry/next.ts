/**
 * Returns the URL to open after a login. It is always on this server, whatever the parameter contains.
 * @param next the parameter of the login URL.
 */
export function whereTo(next: string | null): URL {
  const home = new URL('/websites', location.origin);
  if (!next?.startsWith('/')) return home;
  try {
    const url = new URL(next, location.origin);
    // `//evil.example` and `/\evil.example` start with a slash, too.
    return url.origin === location.origin ? url : home;
  } catch {
    return home;
  }
}

/** The path of the login form, with the path to return to. */
export const loginPath = (from: string) =>
  from === '/' ? '/login' : `/login?${new URLSearchParams({ next: from })}`;
