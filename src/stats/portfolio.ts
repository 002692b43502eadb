import { reachOf, requireScope, type TeamViewer } from '../auth/permissions.ts';
import { dayNumber } from '../calendar/days.ts';
import { METRICS, type MetricName, NO_SUMS, type Sums } from '../engine/registry/metrics.ts';
import { AppError, stillCounting } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { MAX_TOTALLED, type TeamWebsite } from '../websites/teamWebsites.ts';
import type { StatContext } from './context.ts';
import { comparedPeriod, type Period, type PeriodArgs, readPeriod } from './periods.ts';
import { dividedPeriod, questionOf, type SumName } from './sums.ts';

/** A period that some websites share. */
export interface SharedPeriod {
  /** That of one of the websites. */
  period: Period;
  websites: readonly TeamWebsite[];
}

/** The same period of all websites of a team. */
export interface Portfolio {
  shared: readonly SharedPeriod[];
  /** Its sums, once a metric has been asked for. */
  sums?: Promise<Sums>;
}

/** Number of websites of a portfolio. */
export const websitesOf = ({ shared }: Portfolio): number =>
  shared.reduce((total, { websites }) => total + websites.length, 0);

/** Counts the websites that the viewer has access to as a member, up to the limit. */
export async function countWebsites({ viewer, db }: Pick<StatContext, 'viewer' | 'db'>): Promise<number> {
  if (viewer.kind === 'anonymous' || viewer.teamId === null) return 0;
  const reach = reachOf(viewer);
  if (reach !== null) return Math.min(reach.length, MAX_TOTALLED);
  return db.read.website.count({ where: { teamId: viewer.teamId }, take: MAX_TOTALLED });
}

/** Returns these websites, one more than the limit if there are more. */
async function totalledWebsites(
  viewer: TeamViewer,
  { loaders }: Pick<StatContext, 'loaders'>,
): Promise<TeamWebsite[]> {
  const reach = reachOf(viewer);
  if (reach === null) return loaders.teamWebsites.load(viewer.teamId);
  const rows = await Promise.all(reach.slice(0, MAX_TOTALLED + 1).map((id) => loaders.website.load(id)));
  return rows.filter((row) => row !== null && row.teamId === viewer.teamId) as TeamWebsite[];
}

/**
 * Resolves a period of all websites that the viewer has access to as a member. Named periods are those
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
      `Totals over all websites are limited to ${MAX_TOTALLED} websites; the team has more. ` +
        'Request the periods of the websites instead.',
    );
  return { shared: await sharedPeriods(websites, args, context) };
}

/**
 * Resolves a period of websites of the viewer's team. Websites in the same time zone share it, unless it
 * begins with the first hit of each, or selects a segment, which only one of them has.
 */
export async function sharedPeriods(
  websites: readonly TeamWebsite[],
  args: PeriodArgs,
  context: StatContext,
): Promise<SharedPeriod[]> {
  const isOwn = args.name === 'all' || args.segment != null;
  const groups = new Map<number | string, TeamWebsite[]>();
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
  websites: readonly TeamWebsite[],
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
  portfolio.sums ??= readSums(portfolio.shared, context);
  return METRICS[name].valueOf(await portfolio.sums);
}

async function readSums(shared: readonly SharedPeriod[], context: StatContext): Promise<Sums> {
  const sums = { ...NO_SUMS };
  for (const found of await Promise.all([ofWholeDays(shared, context), ofHits(shared, context)]))
    for (const name of Object.keys(sums) as SumName[]) sums[name] += found[name];
  return sums;
}

/** Reads the sums of whole days without a filter, of all websites in one statement. */
async function ofWholeDays(shared: readonly SharedPeriod[], { loaders }: StatContext): Promise<Sums> {
  const ranges = shared.flatMap(({ period, websites }) => {
    const days = period.filter ? null : dividedPeriod(period).whole;
    const websiteIds = websites.map(({ id }) => id);
    return days ? [{ from: dayNumber(days.from), to: dayNumber(days.to), websiteIds }] : [];
  });
  if (ranges.length === 0) return NO_SUMS;
  const { pendingDays } = loaders;
  if (pendingDays)
    for (const { from, to, websiteIds } of ranges)
      for (const pending of await pendingDays.loadMany(websiteIds)) {
        if (pending instanceof Error) throw pending;
        if (pending && pending.first <= to && from <= pending.last) throw stillCounting();
      }
  return loaders.totals.load(ranges);
}

/** Reads the sums of what only the hits tell: periods with a filter, and the first hours of a day. */
async function ofHits(shared: readonly SharedPeriod[], { loaders }: StatContext): Promise<Sums> {
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
