/**
 * Where to go after a log in: a path of this server, whatever the address says.
 * @param next as it stands in the address.
 */
export function whereTo(next: string | null): URL {
  const home = new URL('/websites', location.origin);
  if (!next?.startsWith('/')) return home;
  try {
    const url = new URL(next, location.origin);
    // `//evil.example` and `/\evil.example` begin with a slash, too.
    return url.origin === location.origin ? url : home;
  } catch {
    return home;
  }
}

/** The way to the log in and back again. */
export const loginPath = (from: string) =>
  from === '/' ? '/login' : `/login?${new URLSearchParams({ next: from })}`;
