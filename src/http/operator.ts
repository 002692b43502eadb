import { createHash, timingSafeEqual } from 'node:crypto';
import Router from '@koa/router';
import { bearerToken } from '../auth/bearer.ts';
import type { AuthDeps } from '../auth/context.ts';
import { activeRules } from '../calendar/zones/active.ts';
import { migrationsFolder, pendingMigrations } from '../db/migrations/migrate.ts';
import { newerRulesElsewhere } from '../db/timeZoneRules.ts';
import { notFound, unauthenticated } from '../errors.ts';
import { answersOf } from './headers.ts';
import { securityText } from './securityText.ts';

/** All metrics in the text format of Prometheus. */
export interface MetricsText {
  contentType: string;
  text(): Promise<string>;
}

/**
 * Creates the routes `/healthz`, `/readyz` and `/metrics` for orchestrators and operators, and
 * `/.well-known/security.txt`.
 */
export function operatorRouter({
  config,
  db,
  log,
  now,
  prometheus,
}: Pick<AuthDeps, 'config' | 'db' | 'log' | 'now'> & {
  /** Null without METRICS_TOKEN. */
  prometheus: MetricsText | null;
}): Router {
  const router = new Router();
  router.use(answersOf('operator'));

  router.get('/healthz', (ctx) => {
    ctx.body = { status: 200, alive: true };
  });

  router.get('/readyz', async (ctx) => {
    const reason = await unreadiness();
    ctx.status = reason ? 503 : 200;
    // Another instance could not reach it, either, and the websites of the other machines are served.
    const unreachable = reason ? [] : await db.unreachableNodes();
    const pendingDays = reason ? 0 : await db.read.pendingDay.count();
    const newerRules = reason ? null : await newerRulesElsewhere(db);
    ctx.body = {
      status: ctx.status,
      ready: reason === null,
      ...(reason && { reason }),
      ...(unreachable.length > 0 && { unreachable }),
      // Their visits are still being counted after an upgrade (ingest/backfill/).
      ...(pendingDays > 0 && { pending_days: pendingDays }),
      time_zone_rules: activeRules().version,
      // The days and hours of the instances differ (db/timeZoneRules.ts).
      ...(newerRules !== null && { newer_time_zone_rules: newerRules }),
    };
  });

  router.get('/.well-known/security.txt', (ctx) => {
    const text = securityText(config, now());
    if (text === null) throw notFound();
    ctx.body = text;
  });

  router.get('/metrics', async (ctx) => {
    if (!config.metricsToken || !prometheus) throw notFound();
    if (!isToken(ctx.get('authorization'), config.metricsToken)) throw unauthenticated();
    ctx.type = prometheus.contentType;
    ctx.body = await prometheus.text();
  });

  async function unreadiness(): Promise<string | null> {
    try {
      const pending = await pendingMigrations(db.read, db.dialect, migrationsFolder(config.databaseUrl));
      if (pending.length > 0) return 'The database has pending migrations: run npx footfall migrate.';
      return (await db.writeFault())?.message ?? null;
    } catch (error) {
      log.warn({ err: error }, 'The database cannot be reached');
      return 'The database cannot be reached.';
    }
  }
  return router;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether the header contains the token. Takes the same time for every token, of any length. */
function isToken(header: string, token: string): boolean {
  return timingSafeEqual(digest(bearerToken(header) ?? ''), digest(token));
}
