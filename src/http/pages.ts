import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context as KoaContext, Middleware } from 'koa';
import { root } from '../root.ts';
import type { AnswerKind } from './headers.ts';

/** The build output of src/web. */
export const folder = path.join(root, 'dist/web');

/** Sends one of the two pages; `embedded` allows any website to frame it. */
export type ShowPage = (
  ctx: KoaContext,
  name: 'app' | 'stats',
  kind?: Extract<AnswerKind, 'page' | 'embedded'>,
) => Promise<void>;

/** Creates a function that sends pages from memory: they are small, and the same for everybody. */
export function createPages(): ShowPage {
  const pages = new Map<string, Promise<string>>();
  return async (ctx, name, kind = 'page') => {
    const page = pages.get(name) ?? readFile(path.join(folder, `${name}.html`), 'utf8');
    pages.set(name, page);
    ctx.body = await page.catch((error: unknown) => {
      pages.delete(name);
      throw error;
    });
    ctx.type = 'html';
    ctx.state.kind = kind;
  };
}

/**
 * Shows a "not found" page in browsers. Other clients, and requests to the API, get the JSON error.
 */
export const missingPage =
  (show: ShowPage): Middleware =>
  async (ctx, next) => {
    await next();
    if (ctx.body || ctx.status !== 404 || ctx.method !== 'GET' || ctx.path.startsWith('/api/')) return;
    if (!ctx.get('Accept').includes('text/html')) return;
    await show(ctx, 'app');
    ctx.status = 404;
  };
