import { createHash, timingSafeEqual } from 'node:crypto';
import Router from '@koa/router';
import type { Context as KoaContext } from 'koa';
import { createContext, type Deps } from '../context.ts';
import { AppError, type FieldErrors, notFound } from '../errors.ts';
import { createAccount, isUnclaimed } from '../resolvers/accounts.ts';
import { createApiKey, operator } from '../resolvers/keys.ts';
import { snippet } from '../tracker/snippet.ts';
import { readBody } from './body.ts';
import { escapeHtml, PAGE_POLICY, plainPage } from './page.ts';

/**
 * `/setup`: the page behind the first-start link. It creates the owner account and a first API key, once; then,
 * and for anybody without the link, there is no such page.
 * @param token what the link carries; null when there was an account at start-up.
 */
export function setupRouter(deps: Deps, token: string | null): Router {
  const router = new Router({ prefix: '/setup' });

  router.use(async (ctx, next) => {
    ctx.set('Content-Security-Policy', PAGE_POLICY);
    ctx.set('Cache-Control', 'no-store');
    const given = ctx.query.token;
    if (token === null || typeof given !== 'string' || !isSame(given, token) || !(await isUnclaimed(deps))) {
      throw notFound();
    }
    await next();
  });

  router.get('/', (ctx) => {
    show(ctx, 'Welcome to Footfall', form({}, ''));
  });

  router.post('/', ...readBody, async (ctx) => {
    const { email, password } = ctx.request.body as { email?: unknown; password?: unknown };
    try {
      const account = await createAccount({ email, password }, deps, true);
      const context = createContext(deps, operator(account.id));
      const { key } = await createApiKey({ name: 'First key' }, context);
      deps.log.info('The owner account was created; the first-start link is used up');
      show(ctx, 'Your account is ready', done(deps.config.baseUrl, key));
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
      ctx.status = 422;
      show(ctx, 'Welcome to Footfall', form(error.details.fields ?? {}, String(email ?? '')));
    }
  });
  return router;
}

/** In constant time: how much of a guess was right must not be measurable. */
function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}

function show(ctx: KoaContext, title: string, content: string): void {
  ctx.type = 'text/html';
  ctx.body = plainPage(title, content);
}

function form(errors: FieldErrors, email: string): string {
  const field = (name: string, label: string, attributes: string) => {
    const messages = (errors[name] ?? []).map((text) => `<p class="error">${escapeHtml(text)}</p>`);
    return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" required ${attributes}>${messages.join('')}`;
  };
  return `<p>Create the owner account of this server.</p>
<form method="post">
${field('email', 'Email address', `type="email" autocomplete="username" value="${escapeHtml(email)}"`)}
${field('password', 'Password, at least 8 characters', 'type="password" autocomplete="new-password" minlength="8"')}
<button>Create account</button>
</form>`;
}

function done(baseUrl: string, key: string): string {
  const register = `curl -X POST ${baseUrl}/api/v1/websites \\
  -H "Authorization: Bearer ${key}" \\
  -d url=https://example.com`;
  return `<p>This is your API key, for REST and GraphQL alike. Keep it: it is not shown again.</p>
<pre>${escapeHtml(key)}</pre>
<p>Register your first website; the answer carries its <code>tracking_id</code>:</p>
<pre>${escapeHtml(register)}</pre>
<p>Put this on every page of it:</p>
<pre>${escapeHtml(snippet(baseUrl, 'TRACKING_ID'))}</pre>
<p>Then read its statistics in <a href="/graphql">GraphiQL</a>, with this under “Headers”:</p>
<pre>${escapeHtml(JSON.stringify({ Authorization: `Bearer ${key}` }))}</pre>`;
}
