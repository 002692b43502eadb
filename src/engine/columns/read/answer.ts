import type { Snapshot } from '../../../db/snapshot.ts';
import type { Answer } from '../../question/types.ts';
import { type ClosedSums, closedKey } from '../evaluate/closed.ts';
import { createEvaluation } from '../evaluate/evaluation.ts';
import type { EvaluationPart } from '../evaluate/parts.ts';
import { followsFromTotals } from '../evaluate/totals.ts';
import type { ClosedQuestion } from './closedCache.ts';
import {
  ALL_DAYS,
  addClosedDays,
  addRecentDays,
  closedHits,
  closedQuestions,
  type Days,
  type Open,
  type Run,
  readDays,
  versionsOf,
  versionsOfRanges,
  type WebsiteQuestions,
} from './closedDays.ts';
import type { DayCache } from './dayCache.ts';
import type { EvaluatedShare } from './share.ts';

/** The sums of shares which together are all days that are over, for some questions. */
export interface SharedSums extends Pick<EvaluatedShare, 'version'> {
  asked: readonly WebsiteQuestions[];
  shares: readonly EvaluatedShare['parts'][];
}

/** The answer to a question. */
export interface Reply {
  /** That of the question's days (`versionsOfRanges`): while it is the same, so is the answer. */
  version: number;
  /** Null if the answer with this version is known (`WebsiteQuestions.known`). */
  answer: Answer | null;
}

/** The answers by website and question; or the questions whose days are to be divided into shares. */
export type Evaluated = { replies: Reply[][]; divide: null } | { replies: null; divide: WebsiteQuestions[] };

/** The evaluation of those questions about a website whose answers are not known. */
interface OpenQuestions extends Open {
  /** By question of the website. */
  versions: readonly number[];
  /** By question of the website: its index in the evaluation; null if its answer is known. */
  positions: readonly (number | null)[];
  /** By question of the evaluation. */
  about: readonly ClosedQuestion[];
  /** By question of the evaluation: whether its days that are over have to be added. */
  isMissing: readonly boolean[];
}

/**
 * Evaluates the questions of an operation on one version of the database, with a number of statements that
 * does not depend on the number of questions and websites: the days of each website are read once, and each
 * is evaluated for all questions. For the same question, days that are over are evaluated once.
 * @param shared sums of days that are over. They are ignored if one of these days has changed since.
 * @param minDivided the number of hits from which on questions are returned instead of being answered.
 * @throws AppError `invalid` if an answer has too many groups.
 */
export async function evaluateAll(
  snapshot: Snapshot,
  cache: DayCache,
  asked: readonly WebsiteQuestions[],
  {
    now,
    running,
    shared,
    minDivided = null,
  }: Run & { shared?: SharedSums | null; minDivided?: number | null },
): Promise<Evaluated> {
  const days = await readDays(snapshot, cache, asked, now);
  const { through } = days;
  const websiteIds = [...new Set(asked.map(({ websiteId }) => websiteId))];
  const imports = await cache.imported.imports(snapshot, websiteIds);
  try {
    const merged = shared ? mergeShares(cache, shared, days) : new Map<string, ClosedSums>();
    const open = asked.map((website): OpenQuestions => {
      const { websiteId } = website;
      const interner = cache.interner(websiteId);
      const versionOf = versionsOfRanges(websiteId, days);
      const imported = imports.get(websiteId)?.version ?? 0;
      const versions = website.questions.map(({ from, to }) => versionOf(from, to) + imported);
      const about: ClosedQuestion[] = [];
      const positions = closedQuestions(website, interner, days).map((one, index) =>
        website.known?.[index] === versions[index] ? null : about.push(one) - 1,
      );
      const closed = about.map((one) => merged.get(keyOf(one)) ?? cache.closed.get(one));
      const isMissing = about.map(
        ({ question }, index) =>
          !closed[index] && closedKey(question, through) !== null && !followsFromTotals(question),
      );
      const totals = (days.partsOf.get(websiteId) ?? []).flatMap((part) => part.days);
      const options = { memory: cache.dayMemory(), closed, through, totals };
      const questions = about.map(({ question }) => question);
      return {
        websiteId,
        versions,
        positions,
        about,
        isMissing,
        evaluation: createEvaluation(questions, interner, options),
      };
    });
    const missing = open.map(({ websiteId, about, isMissing }) => ({
      websiteId,
      questions: about.filter((_, index) => isMissing[index]).map(({ question }) => question),
    }));
    const hits = () => missing.reduce((sum, website) => sum + closedHits(days, website), 0);
    if (minDivided !== null && hits() >= minDivided)
      return { replies: null, divide: missing.filter(({ questions }) => questions.length > 0) };
    await addClosedDays(snapshot, cache, open, days, { running, share: ALL_DAYS, withSums: true });
    for (const { evaluation, about, isMissing } of open)
      for (const [index, question] of about.entries())
        if (isMissing[index]) cache.closed.set(question, evaluation.closed(index));
    await addRecentDays(snapshot, cache, open, days, { running });
    for (const { websiteId, evaluation } of open) {
      const own = imports.get(websiteId);
      if (own && own.ids.length > 0)
        evaluation.addImported(await cache.imported.read(snapshot, websiteId, own, evaluation.importable()));
    }
    return { replies: open.map(repliesOf), divide: null };
  } finally {
    for (const { websiteId } of asked) cache.measure(websiteId);
  }
}

function repliesOf({ evaluation, versions, positions }: OpenQuestions): Reply[] {
  const answers = evaluation.answers();
  return positions.map((position, index) => ({
    version: versions[index] as number,
    answer: position === null ? null : (answers[position] as Answer),
  }));
}

const keyOf = ({ websiteId, question, through }: ClosedQuestion) =>
  `${websiteId} ${closedKey(question, through)}`;

/** Adds up shares, and keeps their sums. @returns them by {@link keyOf}; none if a day has changed. */
function mergeShares(
  cache: DayCache,
  { asked, shares, version }: SharedSums,
  days: Days,
): Map<string, ClosedSums> {
  const merged = new Map<string, ClosedSums>();
  const about = asked.map((website) => closedQuestions(website, cache.interner(website.websiteId), days));
  if (versionsOf(about) !== version) return merged;
  for (const [website, { websiteId, questions }] of asked.entries()) {
    const evaluation = createEvaluation(questions, cache.interner(websiteId));
    for (const share of shares) evaluation.merge(share[website] as EvaluationPart[]);
    for (const [index, one] of (about[website] ?? []).entries()) {
      const sums = evaluation.closed(index);
      cache.closed.set(one, sums);
      merged.set(keyOf(one), sums);
    }
  }
  return merged;
}
