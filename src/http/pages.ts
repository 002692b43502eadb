import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context as KoaContext, Middleware } from 'koa';
import { root } from '../root.ts';

/** What the build made of src/web. */
export const folder = path.join(root, 'dist/web');

/** What a page of ours may load: what this server sends, and nothing that is written into the page. */
const policy = (ancestors: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');

/** Sends one of the two pages; what frames it may have in front is a source list of Content-Security-Policy. */
export type ShowPage = (ctx: KoaContext, name: 'app' | 'stats', ancestors?: string) => Promise<void>;

/** Sends pages: they are small, and the same for everybody. */
export function createPages(): ShowPage {
  const pages = new Map<string, Promise<string>>();
  return async (ctx, name, ancestors = "'none'") => {
    const page = pages.get(name) ?? readFile(path.join(folder, `${name}.html`), 'utf8');
    pages.set(name, page);
    ctx.set({
      'Content-Security-Policy': policy(ancestors),
      'Cache-Control': 'no-cache',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.type = 'html';
    ctx.body = await page.catch((error: unknown) => {
      pages.delete(name);
      throw error;
    });
  };
}

/** Shows people who mistyped an address a page that says so. Programs, and paths of the API, get the error in its own form. */
export const missingPage =
  (show: ShowPage): Middleware =>
  async (ctx, next) => {
    await next();
    if (ctx.body || ctx.status !== 404 || ctx.method !== 'GET' || ctx.path.startsWith('/api/')) return;
    if (!ctx.get('Accept').includes('text/html')) return;
    await show(ctx, 'app');
    ctx.status = 404;
  };
