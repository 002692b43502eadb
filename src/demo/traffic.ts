import { localTime } from '../calendar/clock.ts';
import { DAY_MS } from '../calendar/days.ts';
import type { Drop, Hit, HitEvent } from '../ingest/hit.ts';
import { classifySource } from '../ingest/source/classify.ts';
import type { Dice } from './random.ts';
import { type Step, shopVisit } from './shop.ts';
import { CAMPAIGNS, HOURS, MACHINES, PAGES, PLACES, REFERRERS, TAGS, WEEKDAYS } from './world.ts';

const MINUTE_MS = 60_000;

/** Number of visitors on an average day, a year ago and today. */
const FIRST_DAY = 70;
const LAST_DAY = 240;

export interface DemoSite {
  websiteId: number;
  /** The host of all hits; unknown by default. */
  domain?: string;
  timezone: string;
  /** Traffic relative to the first website. */
  size: number;
  /** Whether visitors check out and pay, with revenue and properties. By default, events are only names. */
  shop?: boolean;
}

/** The traffic of one day; hits are ordered by time. */
export interface DemoDay {
  hits: Hit[];
  drops: Drop[];
}

/**
 * Generates plausible traffic of a website, day by day: a weekly rhythm, growth, campaigns, repeat visits,
 * events.
 * @param until Unix milliseconds; the last day ends there.
 */
export function* traffic(site: DemoSite, days: number, until: number, dice: Dice): Generator<DemoDay> {
  for (let ago = days - 1; ago >= 0; ago--) {
    const noon = until - ago * DAY_MS;
    const someTime = () => atHour(site.timezone, noon, dice.pick(HOURS), dice);
    const weekday = WEEKDAYS[new Date(noon).getUTCDay()] ?? 1;
    const growth = FIRST_DAY + (LAST_DAY - FIRST_DAY) * (1 - ago / days) ** 1.4;
    const usual = Math.round(growth * weekday * site.size * (0.88 + dice.next() * 0.24));
    const running = CAMPAIGNS.filter(({ daysAgo, days: length }) => ago <= daysAgo && ago > daysAgo - length);

    const hits: Hit[] = [];
    for (let number = 0; number < usual; number++) hits.push(...visitor(site, dice, someTime));
    for (const campaign of running) {
      const extra = Math.round(usual * campaign.share);
      for (let number = 0; number < extra; number++) hits.push(...visitor(site, dice, someTime, campaign));
    }
    const { day } = localTime(site.timezone, noon);
    const drops: Drop[] = [
      ...Array<Drop>(Math.round(usual * 0.2)).fill({ websiteId: site.websiteId, day, reason: 'bot' }),
      ...Array<Drop>(dice.below(4)).fill({ websiteId: site.websiteId, day, reason: 'prefetch' }),
    ];
    yield {
      hits: hits.filter(({ at, day: of }) => at <= until && of === day).sort((a, b) => a.at - b.at),
      drops,
    };
  }
}

/**
 * Generates the hits of one visitor: one visit, sometimes a second one.
 * @param startAt returns the time of the first hit, Unix milliseconds.
 */
export function visitor(
  site: DemoSite,
  dice: Dice,
  startAt: () => number,
  campaign?: (typeof CAMPAIGNS)[number],
): Hit[] {
  const from = dice.pick(PLACES);
  const { browser, os, device, resolutions } = dice.pick(MACHINES);
  const referrer = campaign?.referrer ?? dice.pick(REFERRERS);
  const tags = {
    referrer,
    campaign: campaign?.name ?? '',
    utm_source: campaign?.utm_source ?? TAGS[referrer] ?? '',
    utm_medium: campaign?.utm_medium ?? '',
    utm_term: campaign?.utm_term ?? '',
    utm_content: campaign?.utm_content ?? '',
  };
  const dimensions = {
    ...tags,
    ...classifySource({ ...tags, clickId: '' }),
    browser,
    os,
    device,
    resolution: dice.pick(resolutions),
    language: from.language,
    continent: from.continent,
    country: from.country,
    city: dice.chance(0.93) ? dice.pick(from.cities) : '',
  };
  const identity = (BigInt(dice.below(2 ** 31)) << 31n) | BigInt(dice.below(2 ** 31));
  const start = startAt();
  const first = visit(campaign?.landing);
  const again = dice.chance(0.12) ? visit(undefined, (2 + dice.below(5)) * 60 * MINUTE_MS) : [];
  return [...first, ...again];

  function visit(landing = dice.pick(PAGES), later = 0): Hit[] {
    const steps = site.shop ? shopVisit(landing, dimensions, dice) : plainVisit(landing, dice);
    return steps.map(({ at: after, ...step }) => {
      const at = start + later + after;
      return {
        websiteId: site.websiteId,
        at,
        ...localTime(site.timezone, at),
        visitor: identity,
        host: site.domain ?? '',
        ...step,
        dimensions,
      };
    });
  }
}

function plainVisit(landing: string, dice: Dice): Step[] {
  const steps: Step[] = [];
  let at = 0;
  let path = landing;
  do {
    steps.push({ at, path, event: null, properties: null });
    for (const event of events(path, dice)) steps.push({ at: at + 20_000, path, event, properties: null });
    at += 15_000 + dice.below(4 * MINUTE_MS);
    path = dice.pick(PAGES);
  } while (dice.chance(0.58));
  return steps;
}

function events(path: string, dice: Dice): HitEvent[] {
  const found: HitEvent[] = [];
  if (path.startsWith('/teas/') && dice.chance(0.14))
    found.push({ name: 'Add to cart', value: null, unit: null });
  if (path.startsWith('/teas/') && dice.chance(0.05)) {
    found.push({ name: 'Purchase', value: 8 + dice.below(60), unit: 'EUR' });
  }
  if (path.startsWith('/journal') && dice.chance(0.04))
    found.push({ name: 'Newsletter signup', value: null, unit: null });
  if (path === '/subscriptions' && dice.chance(0.09))
    found.push({ name: 'Subscribe', value: 24, unit: 'EUR' });
  return found;
}

/** Returns a random time in the given hour of the local day that contains `noon`. */
function atHour(timezone: string, noon: number, hour: number, dice: Dice): number {
  const now = localTime(timezone, noon).hour;
  const startOfHour = Math.floor(noon / (60 * MINUTE_MS)) * 60 * MINUTE_MS;
  return startOfHour + (hour - now) * 60 * MINUTE_MS + dice.below(60 * MINUTE_MS);
}
