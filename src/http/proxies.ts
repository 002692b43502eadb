import type { Log } from '../log.ts';
import { isNear } from '../validation/address.ts';
import { type ProxyProblem, proxyProblem } from '../validation/proxies.ts';

/** A client that is not a proxy can send the header too, so only many hits in a row tell of a proxy. */
const ENOUGH = 20;

const ADVICE: Record<ProxyProblem, (hops: number) => string> = {
  header_ignored: () =>
    'Hits arrive with X-Forwarded-For, but TRUST_PROXY is 0, so all visitors behind one proxy have the ' +
    "proxy's address and count as one. Set TRUST_PROXY to the number of proxies in front of Footfall.",
  header_missing: (hops) =>
    `A hit arrived without X-Forwarded-For, but TRUST_PROXY is ${hops}. Set TRUST_PROXY=0 if no proxy ` +
    'is in front of Footfall. Otherwise the proxy has to set the header, and nobody must get past it.',
  header_too_short: (hops) =>
    `A hit arrived with fewer than ${hops} addresses in X-Forwarded-For, but TRUST_PROXY is ${hops}. ` +
    'Set it to the number of proxies that add an address. A proxy that replaces the header removes the ' +
    'addresses of the proxies before it: configure it to append (docs/operating.md).',
};

/**
 * Watches hits for a wrong TRUST_PROXY, and logs one warning in the life of a process.
 * @returns takes the peer of the connection and the `X-Forwarded-For` header of each hit.
 */
export function watchProxies(
  hops: number,
  log: Log,
): (peer: string | undefined, header: string | undefined) => void {
  let isWarned = false;
  let inRow = 0;
  return (peer, header) => {
    if (isWarned) return;
    const problem = proxyProblem(header, hops);
    inRow = problem === null ? 0 : inRow + 1;
    if (problem === null) return;
    if (problem === 'header_ignored' && !isNear(peer ?? '') && inRow < ENOUGH) return;
    isWarned = true;
    log.warn(ADVICE[problem](hops));
  };
}
