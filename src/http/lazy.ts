import type { Middleware } from 'koa';

/**
 * A middleware whose modules are loaded with its first request, so that the server listens earlier. An attempt that
 * failed is made again with the next request.
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
