/** The tokens that this tab has read, by path: React may initialize a state more than once. */
const tokens = new Map<string, string>();

/**
 * Returns the token of the page's address, and removes it from the address bar and the history: others could
 * see it there. The token is empty if there is none, also after a reload.
 */
export function takeToken(): string {
  const { pathname } = location;
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token !== null) {
    tokens.set(pathname, token);
    address.searchParams.delete('token');
    history.replaceState(history.state, '', address);
  }
  return tokens.get(pathname) ?? '';
}
