import type { Middleware } from 'koa';

/**
 * Creates a middleware whose modules are loaded by its first request, so that the server listens earlier. The
 * next request retries a failed load.
 */
export function lazy(load: () => Promise<Middleware>): Middleware {
  let loading: Promise<Middleware> | undefined;
  return async (ctx, next) => {
    loading ??= load();
    const middleware = await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return middleware(ctx, next);
  };
}
