import { forwardedEntries } from './address.ts';

/** How `X-Forwarded-For` contradicts TRUST_PROXY. In each case, visitors may share one address. */
export type ProxyProblem = 'header_ignored' | 'header_missing' | 'header_too_short';

/**
 * Compares the `X-Forwarded-For` header of one request with TRUST_PROXY.
 * @returns null if they agree. More entries than proxies do, because clients can add some.
 */
export function proxyProblem(header: string | undefined, hops: number): ProxyProblem | null {
  if (hops === 0) return header ? 'header_ignored' : null;
  if (!header) return 'header_missing';
  if (hops === 1) return null;
  return forwardedEntries(header).length < hops ? 'header_too_short' : null;
}
