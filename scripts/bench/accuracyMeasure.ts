import { isBot } from '../../src/ingest/device/bot.ts';
import { type Client, createUserAgentParser } from '../../src/ingest/device/userAgent.ts';
import type { LabelledSet } from './accuracyCases.ts';

export const PARTS = ['browser', 'os', 'device'] as const;
export type Part = (typeof PARTS)[number];

/**
 * The minimum share of correct results, the minimum share of dropped crawlers, the maximum share of dropped
 * browsers.
 */
export const BARS = { agreement: 0.97, crawlers: 0.99, browsers: 0.005 };

export interface Count {
  readonly of: number;
  readonly hits: number;
  /** The User-Agents with wrong results, by kind of error. */
  readonly misses: ReadonlyMap<string, readonly string[]>;
}

export interface Result {
  readonly set: LabelledSet;
  readonly parts: Readonly<Record<Part, Count>>;
  /** Weighted by traffic instead of by User-Agent; null if the set has no traffic data. */
  readonly traffic: Readonly<Record<Part, number>> | null;
  readonly crawlersDropped: Count;
  readonly browsersDropped: Count;
  /**
   * The number of User-Agents labelled as neither crawlers nor browsers that Footfall drops, and that are not
   * compared.
   */
  readonly notAsked: number;
  /** All results of the parser. */
  readonly answers: readonly Client[];
}

class Counter implements Count {
  of = 0;
  hits = 0;
  weight = 0;
  weightOfHits = 0;
  readonly misses = new Map<string, string[]>();

  add(hit: boolean, kind: string, userAgent: string, weight = 0): void {
    this.of++;
    this.weight += weight;
    if (hit) {
      this.hits++;
      this.weightOfHits += weight;
    } else this.misses.set(kind, [...(this.misses.get(kind) ?? []), userAgent]);
  }
}

export const share = ({ hits, of }: Count): number => (of === 0 ? Number.NaN : hits / of);

/** Compares Footfall's results with the labels of a set, without client hints, because the sets have none. */
export function measure(set: LabelledSet, parse = createUserAgentParser()): Result {
  const parts = { browser: new Counter(), os: new Counter(), device: new Counter() };
  const crawlersDropped = new Counter();
  const browsersDropped = new Counter();
  const answers: Client[] = [];
  let notAsked = 0;
  for (const { userAgent, kind, weight, ...labels } of set.cases) {
    const bot = isBot(userAgent);
    if (kind === 'crawler') crawlersDropped.add(bot, 'counted', userAgent);
    // Inverted: a "hit" is a dropped browser, which should be rare.
    if (kind === 'browser') browsersDropped.add(bot, 'kept', userAgent);
    if (kind === 'crawler') continue;
    if (kind === undefined && bot) {
      notAsked++;
      continue;
    }
    const answer = parse(userAgent);
    answers.push(answer);
    for (const part of PARTS) {
      const label = labels[part];
      if (label === undefined) continue;
      parts[part].add(label === answer[part], `${label} → ${answer[part] || '(unknown)'}`, userAgent, weight);
    }
  }
  const traffic = set.cases.some(({ weight }) => weight !== undefined)
    ? {
        browser: parts.browser.weightOfHits / parts.browser.weight,
        os: parts.os.weightOfHits / parts.os.weight,
        device: parts.device.weightOfHits / parts.device.weight,
      }
    : null;
  return { set, parts, traffic, crawlersDropped, browsersDropped, notAsked, answers };
}

/** The names of the thresholds that a result misses; none if they do not apply to the set. */
export function missedBars({ set, parts, crawlersDropped, browsersDropped }: Result): string[] {
  if (!set.held) return [];
  const missed: string[] = PARTS.filter((part) => share(parts[part]) < BARS.agreement);
  if (share(crawlersDropped) < BARS.crawlers) missed.push('crawlers dropped');
  if (share(browsersDropped) > BARS.browsers) missed.push('browsers dropped');
  return missed;
}
