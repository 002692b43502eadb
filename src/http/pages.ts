import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context as KoaContext, Middleware } from 'koa';
import { type FirstView, firstAppView, folder } from './firstView.ts';
import type { AnswerKind } from './headers.ts';

export { folder };

/** Sends one of the two pages; `embedded` allows any website to frame it. */
export type ShowPage = (
  ctx: KoaContext,
  name: 'app' | 'stats',
  view: FirstView,
  kind?: Extract<AnswerKind, 'page' | 'link' | 'embedded'>,
) => Promise<void>;

/** Creates a function that sends pages, whose frames are small and kept in memory. */
export function createPages(): ShowPage {
  const pages = new Map<string, Promise<string>>();
  return async (ctx, name, view, kind = 'page') => {
    const page = pages.get(name) ?? readFile(path.join(folder, `${name}.html`), 'utf8');
    pages.set(name, page);
    const frame = await page.catch((error: unknown) => {
      pages.delete(name);
      throw error;
    });
    ctx.body = completed(frame, view, name === 'stats' && ctx.query.embed === '1');
    ctx.type = 'html';
    ctx.state.kind = kind;
  };
}

/** A page with its first view. Replacements are functions, because a text can contain `$&`. */
const completed = (frame: string, { language, html, request }: FirstView, embed: boolean): string =>
  frame
    .replace('<html lang="en"', () => `<html lang="${language}"${embed ? ' data-embed' : ''}`)
    .replace('<div id="root">', (element) => element + html)
    .replace(/ data-page="\w+"/, (attribute) =>
      request === undefined ? attribute : `${attribute} data-ask="${escaped(request)}"`,
    );

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Shows a "not found" page in browsers. Other clients, and requests to the API, get the JSON error.
 */
export const missingPage =
  (show: ShowPage): Middleware =>
  async (ctx, next) => {
    await next();
    if (ctx.body || ctx.status !== 404 || ctx.method !== 'GET' || ctx.path.startsWith('/api/')) return;
    if (!ctx.get('Accept').includes('text/html')) return;
    await show(ctx, 'app', await firstAppView(ctx, false));
    ctx.status = 404;
  };
