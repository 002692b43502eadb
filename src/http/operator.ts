import { timingSafeEqual } from 'node:crypto';
import Router from '@koa/router';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Deps } from '../context.ts';
import { migrationsFolder, pendingMigrations } from '../db/migrate.ts';
import { notFound, unauthenticated } from '../errors.ts';
import { answersOf } from './headers.ts';

/** `/healthz`, `/readyz` and `/metrics`: the truth for orchestrators and operators. */
export function operatorRouter({ config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>): Router {
  const router = new Router();
  const registry = new Registry();
  router.use(answersOf('operator'));
  if (config.metricsToken) collectDefaultMetrics({ register: registry });

  router.get('/healthz', (ctx) => {
    ctx.body = { status: 200, alive: true };
  });

  router.get('/readyz', async (ctx) => {
    const reason = await unreadiness();
    ctx.status = reason ? 503 : 200;
    ctx.body = { status: ctx.status, ready: reason === null, ...(reason && { reason }) };
  });

  router.get('/metrics', async (ctx) => {
    if (!config.metricsToken) throw notFound();
    if (!isToken(ctx.get('authorization'), config.metricsToken)) throw unauthenticated();
    ctx.type = registry.contentType;
    ctx.body = await registry.metrics();
  });

  async function unreadiness(): Promise<string | null> {
    try {
      const pending = await pendingMigrations(db.read, db.dialect, migrationsFolder(config.databaseUrl));
      if (pending.length > 0) return 'The database lacks migrations: run npx footfall migrate.';
      return (await db.writeFault())?.message ?? null;
    } catch (error) {
      log.warn({ err: error }, 'The database cannot be reached');
      return 'The database cannot be reached.';
    }
  }
  return router;
}

function isToken(header: string, token: string): boolean {
  const [given, right] = [Buffer.from(header), Buffer.from(`Bearer ${token}`)];
  return given.length === right.length && timingSafeEqual(given, right);
}
