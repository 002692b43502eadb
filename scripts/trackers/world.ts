import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { CERTIFICATE } from '../../test/support/certificate.ts';

/** A server that is both the visited website and, by forwarding to Footfall, the collector. */
export interface World {
  port: number;
  /** Files of the website by path; every other path is `page`. */
  files: Map<string, string>;
  page: string;
  /** Requests to the collector, with the status of their answers. */
  requests: { method: string; path: string; status: number }[];
  /** Answers the next requests that count something with 503, until it is switched off. */
  fails: boolean;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What scripts ask before a hit: it is answered also while hits fail. */
const ASKED = /^\/(?:array|flags|o\/sdk|cache|site|api\/site|sourceConfig|projects|v1\/projects)\b/;

/** @param footfall the address of Footfall. */
export async function startWorld(footfall: string): Promise<World> {
  const requests: World['requests'] = [];
  const collect = (request: IncomingMessage, response: ServerResponse, world: World) => {
    const { method = '', url = '' } = request;
    const note = (status: number) => {
      if (method !== 'OPTIONS') requests.push({ method, path: url, status });
    };
    if (world.fails && method !== 'OPTIONS' && !ASKED.test(url)) {
      note(503);
      request.resume();
      const { origin = '*' } = request.headers;
      response.writeHead(503, {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
      });
      response.end('{}');
      return;
    }
    const passed = forward(new URL(url, footfall), { method, headers: request.headers }, (answer) => {
      note(answer.statusCode ?? 0);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  };
  const server = createServer(CERTIFICATE, (request, response) => {
    if (request.headers.host?.startsWith('stats.')) return collect(request, response, world);
    const [path = ''] = (request.url ?? '').split('?');
    const file = world.files.get(path);
    response.writeHead(path === '/favicon.ico' ? 404 : 200, {
      'content-type': file === undefined ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8',
    });
    response.end(file ?? world.page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const world: World = {
    port: (server.address() as AddressInfo).port,
    files: new Map(),
    page: '',
    requests,
    fails: false,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return world;
}
