import { readFile } from 'node:fs/promises';
import path from 'node:path';
import Router from '@koa/router';
import type { Context as KoaContext } from 'koa';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { canCreateOwner } from '../resolvers/accounts.ts';
import { statisticsAccess } from '../resolvers/grants.ts';
import { isEmbeddable } from '../resolvers/websites.ts';
import { root } from '../root.ts';
import { sendBuilt, sendSmall } from './files.ts';

const folder = path.join(root, 'dist/web');

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

/** Paths of the account area; which of them is shown is decided in the browser. */
const APP = ['/', '/login', '/websites', '/websites/new', '/websites/:id', '/account', '/account/keys'];

/** Small pictures: countries, and browsers and systems. */
const PICTURES = { flags: /^[A-Z]{2}\.svg$/, brands: /^[a-z]+\.svg$/ };

export interface WebOptions {
  /** The resolvers' context of a request, with who its cookies stand for. */
  contextOf: (ctx: KoaContext) => Promise<Context>;
}

/** The statistics pages and the account area: pages that speak GraphQL, from dist/web. */
export function webRouter({ contextOf }: WebOptions): Router {
  const router = new Router();
  const pages = new Map<string, Promise<string>>();

  /** Sends one of the two pages; they are small, and the same for everybody. */
  async function show(ctx: KoaContext, name: 'app' | 'stats', ancestors = "'none'"): Promise<void> {
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
  }

  for (const where of APP) router.get(where, (ctx) => show(ctx, 'app'));

  router.get('/setup', async (ctx) => {
    const context = await contextOf(ctx);
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.status = (await canCreateOwner(ctx.query.token, context)) ? 200 : 404;
    await show(ctx, 'app');
  });

  // Why there is none is said in the browser: the status is for everybody else.
  router.get('/s/:trackingId', async (ctx) => {
    const context = await contextOf(ctx);
    const { trackingId = '' } = ctx.params;
    const access = await statisticsAccess(trackingId, context);
    const embedded = ctx.query.embed === '1' && (await isEmbeddable(trackingId, context));
    ctx.status = access === 'none' ? 404 : 200;
    await show(ctx, 'stats', embedded ? '*' : "'none'");
  });

  router.get('/assets/:name', async (ctx) => {
    const { name = '' } = ctx.params;
    if (!/^[\w-]+\.(js|css|json|svg|png)$/.test(name)) throw notFound();
    await sendBuilt(ctx, path.join(folder, 'assets', name));
  });

  for (const [pictures, names] of Object.entries(PICTURES))
    router.get(`/${pictures}/:name`, async (ctx) => {
      const { name = '' } = ctx.params;
      if (!names.test(name)) throw notFound();
      await sendSmall(ctx, path.join(folder, pictures, name));
    });
  return router;
}
