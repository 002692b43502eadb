import { requireScope } from '../auth/permissions.ts';
import { dayNumber } from '../calendar/days.ts';
import { METRICS, type MetricName, NO_SUMS, type Sums } from '../engine/registry/metrics.ts';
import { AppError } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { type AccountWebsite, MAX_TOTALLED } from '../websites/accountWebsites.ts';
import type { StatContext } from './context.ts';
import { comparedPeriod, type Period, type PeriodArgs, readPeriod } from './periods.ts';
import {
  DAILY_ROLLUP_OF,
  dividedPeriod,
  questionOf,
  requireComplete,
  rollupsOf,
  type SumName,
} from './sums.ts';

/** A period that some websites share. */
export interface SharedPeriod {
  /** That of one of the websites. */
  period: Period;
  websites: readonly AccountWebsite[];
}

/** The same period of all websites of an account. */
export interface Portfolio {
  shared: readonly SharedPeriod[];
  /** The sums of what only the hits tell, from the first metric that needs them on. */
  asked?: Promise<Sums>;
}

/** Number of websites of a portfolio. */
export const websitesOf = ({ shared }: Portfolio): number =>
  shared.reduce((total, { websites }) => total + websites.length, 0);

/** Counts the websites of the viewer's account that the viewer's key has access to, up to the limit. */
export async function countWebsites({ viewer, db }: Pick<StatContext, 'viewer' | 'db'>): Promise<number> {
  if (viewer.kind === 'anonymous') return 0;
  if (viewer.websiteId !== null) return 1;
  return db.read.website.count({ where: { accountId: viewer.accountId }, take: MAX_TOTALLED });
}

/** Returns these websites, one more than the limit if there are more. */
async function totalledWebsites(
  { accountId, websiteId }: { accountId: number; websiteId: number | null },
  { loaders }: Pick<StatContext, 'loaders'>,
): Promise<AccountWebsite[]> {
  if (websiteId === null) return loaders.accountWebsites.load(accountId);
  const website = await loaders.website.load(websiteId);
  return website?.accountId === accountId ? [website] : [];
}

/**
 * Resolves a period of all websites that the viewer's account or key has access to. Named periods are those
 * of each website's time zone.
 * @param args as for {@link readPeriod}.
 * @throws AppError `invalid`; `forbidden` without the scope, or with more than 1,000 websites.
 */
export async function readPortfolio(args: PeriodArgs, context: StatContext): Promise<Portfolio> {
  const viewer = requireScope(context.viewer, 'stats:read');
  const websites = await totalledWebsites(viewer, context);
  if (websites.length > MAX_TOTALLED)
    throw new AppError(
      'forbidden',
      `Totals over all websites are limited to ${MAX_TOTALLED} websites; the account has more. ` +
        'Request the periods of the websites instead.',
    );
  return { shared: await sharedPeriods(websites, args, context) };
}

/**
 * Resolves a period of websites of the viewer's account. Websites in the same time zone share it, unless it
 * begins with the first hit of each, or selects a segment, which only one of them has.
 */
export async function sharedPeriods(
  websites: readonly AccountWebsite[],
  args: PeriodArgs,
  context: StatContext,
): Promise<SharedPeriod[]> {
  const isOwn = args.name === 'all' || args.segment != null;
  const groups = new Map<number | string, AccountWebsite[]>();
  for (const website of websites) {
    const key = isOwn ? website.id : website.timezone;
    const members = groups.get(key);
    if (members) members.push(website);
    else groups.set(key, [website]);
  }
  const shared = await Promise.all(
    Array.from(groups.values(), async (members) => {
      const website = await firstOf(members, context);
      return website && { period: await readPeriod(website, args, context), websites: members };
    }),
  );
  return shared.filter((period) => period !== null);
}

/** Returns the first of the websites that has not been deleted meanwhile. */
async function firstOf(
  websites: readonly AccountWebsite[],
  { loaders }: Pick<StatContext, 'loaders'>,
): Promise<Website | null> {
  for (const { id } of websites) {
    const website = await loaders.website.load(id);
    if (website) return website;
  }
  return null;
}

/**
 * Returns the periods that those of a portfolio are compared with; null if none has one.
 * @param elapsed as for {@link comparedPeriod}.
 */
export function portfolioBefore(
  { shared }: Portfolio,
  elapsed: boolean,
  context: StatContext,
): Portfolio | null {
  const before = shared.flatMap(({ period, websites }) => {
    const compared = comparedPeriod(period, elapsed, context);
    return compared ? [{ period: compared, websites }] : [];
  });
  return before.length === 0 ? null : { shared: before };
}

/** Reads a metric over all websites of a portfolio; null where the metric is (METRICS). */
export async function readPortfolioMetric(
  portfolio: Portfolio,
  name: MetricName,
  context: StatContext,
): Promise<number | null> {
  portfolio.asked ??= fromHits(portfolio.shared, context);
  const [counted, asked] = await Promise.all([fromRollups(portfolio.shared, name, context), portfolio.asked]);
  const sums = { ...NO_SUMS };
  for (const sum of METRICS[name].needs) sums[sum] = (counted[sum] ?? 0) + asked[sum];
  return METRICS[name].valueOf(sums);
}

/** Reads the sums of a metric over whole days without a filter, of all websites in one statement. */
async function fromRollups(
  shared: readonly SharedPeriod[],
  name: MetricName,
  context: StatContext,
): Promise<Partial<Sums>> {
  const whole = shared.flatMap(({ period, websites }) => {
    const days = period.filter ? null : dividedPeriod(period).whole;
    return days ? [{ from: dayNumber(days.from), to: dayNumber(days.to), websites }] : [];
  });
  if (whole.length === 0) return {};
  // While days of an earlier version are being counted, totals use other rollups than ratios.
  const isComplete = context.loaders.pendingDays === null;
  const rollups = isComplete ? DAILY_ROLLUP_OF : rollupsOf(name);
  const names = [...new Set(Object.values(rollups))];
  if (!isComplete)
    await Promise.all(
      whole.flatMap((range) =>
        names.flatMap((rollup) =>
          range.websites.map((website) => requireComplete(website, rollup, range, context)),
        ),
      ),
    );
  const ranges = whole.map(({ websites, ...days }) => ({
    ...days,
    websiteIds: websites.map(({ id }) => id),
  }));
  const totals = await context.loaders.totals.load({ ranges, names });
  return Object.fromEntries(
    Object.entries(rollups).map(([sum, rollup]) => [sum as SumName, totals.get(rollup) ?? 0]),
  );
}

/** Reads the sums of what only the hits tell: periods with a filter, and the first hours of a day. */
async function fromHits(shared: readonly SharedPeriod[], { loaders }: StatContext): Promise<Sums> {
  const sums = { ...NO_SUMS };
  const questions = shared.flatMap(({ period, websites }) => {
    const part = period.filter ? period : dividedPeriod(period).part;
    const question = part && questionOf(part);
    return question ? websites.map(({ id: websiteId }) => ({ websiteId, question })) : [];
  });
  const answers = await Promise.all(questions.map((query) => loaders.analysis.load(query)));
  for (const { sums: found } of answers)
    for (const name of Object.keys(sums) as SumName[]) sums[name] += found[name];
  return sums;
}
