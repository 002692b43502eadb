import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';

/** A test website on 127.0.0.1. */
export interface Site {
  origin: string;
  /** The HTML body of each page, by path. */
  pages: Map<string, string>;
  /** The paths of pages that are answered with 404. */
  missing: Set<string>;
  /** The messages that pages sent with `fetch('/signal?...')`. */
  signals: string[];
  /** Answers the requests for `/gate?name`, which wait until then. */
  openGate(name: string): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Handles a request that does not match the site's own paths; false if it does not handle it. */
type Further = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Starts a website.
 * @param otherwise the HTML body of a page that is not in `pages`; without it such a page is a 404.
 * @param further handles other requests before `pages` is consulted.
 */
export async function startSite(otherwise?: string, further?: Further): Promise<Site> {
  const pages = new Map<string, string>();
  const missing = new Set<string>();
  const signals: string[] = [];
  const open = new Set<string>();
  const waiting = new EventEmitter();
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/gate') {
      const gate = search.slice(1);
      signals.push(`waits for ${gate}`);
      if (!open.has(gate)) await once(waiting, gate);
      response.end();
    } else if (pathname === '/signal') {
      signals.push(search.slice(1));
      response.end();
    } else if (!(await further?.(pathname, request, response))) {
      const content = pathname === '/favicon.ico' ? undefined : (pages.get(pathname) ?? otherwise);
      response.writeHead(content === undefined || missing.has(pathname) ? 404 : 200, {
        'content-type': 'text/html',
      });
      response.end(content === undefined ? '' : `<!doctype html><title>Page</title>${content}`);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    missing,
    signals,
    openGate(name) {
      open.add(name);
      waiting.emit(name);
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Polls until a condition holds, for events outside this process.
 * @param pauseMs the pause between two checks.
 */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
  pauseMs = 10,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Timed out waiting for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/**
 * Opens a page without a DevTools session. Chromium does not prerender from, or hide, a tab that Playwright
 * is attached to. Playwright attaches to every new page, and detaches from pages outside its contexts; the
 * tab waits for that before it navigates to `path`.
 * @returns a function that brings the tab to the front.
 */
export async function openDetached(browser: Browser, site: Site, path: string, background = false) {
  site.pages.set(
    '/door',
    `<script type="module">await fetch('/gate?load'); location.replace('${path}');</script>`,
  );
  const session = await browser.newBrowserCDPSession();
  const url = `${site.origin}/door`;
  const { targetId } = await session.send('Target.createTarget', { url, background });
  await eventually('the tab', () => site.signals.includes('waits for load'));
  await eventually('Playwright to detach', async () => {
    const { targetInfo } = await session.send('Target.getTargetInfo', { targetId });
    return !targetInfo.attached;
  });
  site.openGate('load');
  return async () => {
    await session.send('Target.activateTarget', { targetId });
  };
}

/** A page that makes Chromium prerender `/ahead`, and navigates there when the gate `click` opens. */
export const PRERENDERING = `<a href="/ahead">Next</a>
  <script type="speculationrules">{"prerender":[{"urls":["/ahead"],"eagerness":"immediate"}]}</script>
  <script type="module">await fetch('/gate?click'); document.querySelector('a').click();</script>`;

/** A page that reports whether it is being prerendered, and then `ready`. */
export const REPORTING = `<script type="module">
    await fetch('/signal?prerendering=' + document.prerendering);
    await fetch('/signal?ready');
  </script>`;
