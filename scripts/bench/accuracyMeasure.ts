import { isBot } from '../../src/ingest/device/bot.ts';
import { type Client, createUserAgentParser } from '../../src/ingest/device/userAgent.ts';
import type { LabelledSet } from './accuracyCases.ts';

export const PARTS = ['browser', 'os', 'device'] as const;
export type Part = (typeof PARTS)[number];

/** The least share of right answers, the least share of crawlers dropped, the largest share of browsers dropped. */
export const BARS = { agreement: 0.97, crawlers: 0.99, browsers: 0.005 };

export interface Count {
  readonly of: number;
  readonly hits: number;
  /** What went wrong, by kind, with the User-Agents. */
  readonly misses: ReadonlyMap<string, readonly string[]>;
}

export interface Result {
  readonly set: LabelledSet;
  readonly parts: Readonly<Record<Part, Count>>;
  /** By traffic instead of by User-Agent; null where the set knows no traffic. */
  readonly traffic: Readonly<Record<Part, number>> | null;
  readonly crawlersDropped: Count;
  readonly browsersDropped: Count;
  /** Neither known crawlers nor known browsers, which Footfall drops: not asked for their names. */
  readonly notAsked: number;
  /** Every answer that was given. */
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

/** Asks Footfall about every User-Agent of a set, without hints: the sets have none. */
export function measure(set: LabelledSet, parse = createUserAgentParser()): Result {
  const parts = { browser: new Counter(), os: new Counter(), device: new Counter() };
  const crawlersDropped = new Counter();
  const browsersDropped = new Counter();
  const answers: Client[] = [];
  let notAsked = 0;
  for (const { userAgent, kind, weight, ...labels } of set.cases) {
    const bot = isBot(userAgent);
    if (kind === 'crawler') crawlersDropped.add(bot, 'counted', userAgent);
    // A browser that is kept is the miss: what is hit should be rare.
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

/** The bars that a result misses, in words; none for a set that they are not held to. */
export function missedBars({ set, parts, crawlersDropped, browsersDropped }: Result): string[] {
  if (!set.held) return [];
  const missed: string[] = PARTS.filter((part) => share(parts[part]) < BARS.agreement);
  if (share(crawlersDropped) < BARS.crawlers) missed.push('crawlers dropped');
  if (share(browsersDropped) > BARS.browsers) missed.push('browsers dropped');
  return missed;
}
