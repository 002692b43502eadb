import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A website of a test: pages by path, each the given HTML; every other path is a 404. */
export interface Site {
  origin: string;
  pages: Map<string, string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Serves a website on 127.0.0.1. */
export async function startSite(): Promise<Site> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const content = pages.get(new URL(request.url ?? '/', 'http://site').pathname);
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(content === undefined ? '' : `<!doctype html><title>Page</title>${content}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
