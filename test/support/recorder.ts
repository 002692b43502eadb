import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Site, startSite } from './site.ts';

/** The payload that the tracker sends. */
export interface SentHit {
  website?: string;
  page: string;
  referrer: string;
  screen_resolution: string;
  language: string;
  event?: {
    name: string;
    value?: number;
    unit?: string;
    properties?: Record<string, unknown>;
    revenue?: { amount: number | string; currency: string };
  };
  properties?: Record<string, unknown>;
  dnt?: boolean;
  hash?: boolean;
  reload?: number;
  id: string;
}

/** A website with the tracker that records every payload it receives. */
export interface Recorder extends Site {
  /** The received payloads, and the headers of each. */
  hits: SentHit[];
  headers: IncomingHttpHeaders[];
  /** How the next requests with a payload fail: the status of the answer, or a reset of the connection. */
  failures: (number | 'reset')[];
  /** Further scripts by path. */
  scripts: Map<string, string>;
}

export const tag = '<script defer src="/script.js" data-website="w1"></script>';

/**
 * Starts a website whose pages contain the tracker's tag by default.
 * @param code the tracker, as it was built.
 * @param more its second script; without it, the page cannot load that.
 */
export async function startRecorder(code: string, more?: string): Promise<Recorder> {
  const hits: SentHit[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const failures: Recorder['failures'] = [];
  const scripts = new Map<string, string>();
  const own: Record<string, string | undefined> = { '/script.js': code, '/more.js': more };
  const site = await startSite(tag, async (path, request, response) => {
    const script = scripts.get(path) ?? own[path];
    if (script !== undefined) {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('content-type', 'text/javascript').end(script);
    } else if (path === '/api/event' && request.method === 'POST') {
      const failure = failures.shift() ?? 202;
      if (failure === 'reset') return Boolean(request.socket.destroy());
      const hit = JSON.parse(await text(request));
      if (failure === 202) {
        hits.push(hit);
        headers.push(request.headers);
      }
      response.writeHead(failure, { 'access-control-allow-origin': '*' }).end();
    } else {
      return false;
    }
    return true;
  });
  return { ...site, hits, headers, failures, scripts };
}

/**
 * The hits so far as `path` or `path !event`, in the order of their arrival. As at the server, those with one
 * id are one: a request that is under way when the page is left is sent again.
 */
export function seenAt({ hits, origin }: Recorder): string[] {
  return [...new Map(hits.map((hit) => [hit.id, hit])).values()].map(
    (hit) => hit.page.replace(origin, '') + (hit.event ? ` !${hit.event.name}` : ''),
  );
}
