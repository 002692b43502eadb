/**
 * `npm run bench:accuracy`: measures how often Footfall's browser, system and device agree with labelled
 * User-Agents that are not test data of its detector, how many known crawlers it drops, and how many browsers
 * it drops by mistake. Exits with 1 if a threshold is missed.
 *
 * `-- --disagreements` also shows the ten most frequent disagreements of each kind; `-- --sets FOLDER` (or
 * ACCURACY_SETS) adds the data sets in FOLDER (see accuracyFolders.ts).
 *
 * `-- --server` also sends the browsers of all sets to a freshly started built server (`npm run build`), 500
 * hits a second, each user agent once, and compares the recorded values with the parser's results.
 */
import { parseArgs } from 'node:util';
import { labelledByHand } from './accuracyByHand.ts';
import type { LabelledSet } from './accuracyCases.ts';
import { setsOf } from './accuracyFolders.ts';
import { BARS, type Count, measure, missedBars, PARTS, type Result, share } from './accuracyMeasure.ts';
import { describedByHand, knownCrawlers, recordedTraffic } from './accuracyPackages.ts';
import { type Pace, throughServer } from './accuracyServer.ts';
import { openPlace } from './place.ts';

const TOP = 10;
/**
 * Limits of the server: its deviation in percentage points, its share of the ordinary rate, and p99 in ms.
 */
const SERVER_BARS = { points: 0.5, rate: 0.9, p99: 100 };
const say = (line: string) => process.stdout.write(`${line}\n`);
const percent = (value: number) => `${(100 * value).toFixed(2)} %`;
const short = (userAgent: string) => (userAgent.length > 150 ? `${userAgent.slice(0, 149)}…` : userAgent);

function sayDisagreements({ misses }: Count): void {
  const sorted = [...misses].sort(([, a], [, b]) => b.length - a.length).slice(0, TOP);
  for (const [kind, [example = '', ...others]] of sorted)
    say(`      ${1 + others.length} × ${kind}   ${short(example)}`);
}

function sayResult(result: Result, disagreements: boolean): void {
  const { set, parts, traffic, crawlersDropped, browsersDropped, notAsked } = result;
  say(`\n${set.name}${set.held ? '' : ' (no bar)'}: ${set.cases.length} User-Agents; labels: ${set.labels}`);
  for (const part of PARTS) {
    if (parts[part].of === 0) continue;
    const byTraffic = traffic === null ? '' : `, ${percent(traffic[part])} of traffic`;
    say(`  ${part.padEnd(7)} ${percent(share(parts[part]))} of ${parts[part].of}${byTraffic}`);
    if (disagreements) sayDisagreements(parts[part]);
  }
  if (crawlersDropped.of > 0) {
    say(`  crawlers dropped ${percent(share(crawlersDropped))} of ${crawlersDropped.of}`);
    if (disagreements)
      for (const [, missed] of crawlersDropped.misses)
        for (const userAgent of missed.slice(0, TOP)) say(`      counted: ${short(userAgent)}`);
  }
  if (browsersDropped.of > 0)
    say(`  browsers dropped ${percent(share(browsersDropped))} of ${browsersDropped.of}`);
  const leftOut = [...set.leftOut].map(([reason, count]) => `${count} ${reason}`);
  if (notAsked > 0) leftOut.push(`${notAsked} labelled as neither crawler nor browser, dropped by Footfall`);
  if (leftOut.length > 0) say(`  not counted: ${leftOut.join('; ')}`);
  const missed = missedBars(result);
  if (missed.length > 0) say(`  MISSED: ${missed.join(', ')}`);
}

const { values } = parseArgs({
  options: {
    disagreements: { type: 'boolean', default: false },
    server: { type: 'boolean', default: false },
    sets: { type: 'string', default: process.env.ACCURACY_SETS ?? '' },
  },
});
const sets: LabelledSet[] = [recordedTraffic(), knownCrawlers(), labelledByHand(), describedByHand()];
if (values.sets !== '') sets.push(...setsOf(values.sets));

const results = sets.map((set) => measure(set));
for (const result of results) sayResult(result, values.disagreements);
const missed = results.flatMap(missedBars);
say(
  `\nBars: ${percent(BARS.agreement)} agreement, ${percent(BARS.crawlers)} of crawlers, ` +
    `at most ${percent(BARS.browsers)} of browsers: ${missed.length === 0 ? 'held' : 'MISSED'}.`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
if (values.server && !(await compareWithServer())) process.exitCode = 1;

async function compareWithServer(): Promise<boolean> {
  const place = await openPlace();
  const { parse, isSent, unusual, ordinary } = await throughServer(sets, place).finally(place.clear);
  const wrong: string[] = [];
  say('\nThrough a fresh server, percentage points from the parser alone:');
  for (const set of sets) {
    const cases = set.cases.filter(({ userAgent, kind }) => kind !== 'crawler' && isSent(userAgent));
    if (cases.length === 0) continue;
    const [live, alone] = [measure({ ...set, cases }, parse), measure({ ...set, cases })];
    const points = PARTS.map((part) => 100 * (share(live.parts[part]) - share(alone.parts[part])) || 0);
    if (points.some((difference) => Math.abs(difference) > SERVER_BARS.points)) wrong.push(set.name);
    say(`  ${set.name}: ${PARTS.map((part, at) => `${part} ${points[at]?.toFixed(2)}`).join(', ')}`);
  }
  const pace = ({ perSecond, p50, p99, cpu }: Pace) =>
    `${perSecond.toFixed(0)} hits a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
    `${cpu.toFixed(2)} ms of CPU time a hit`;
  say(`  each user agent new: ${pace(unusual)}\n  all the same:        ${pace(ordinary)}`);
  if (unusual.perSecond < SERVER_BARS.rate * ordinary.perSecond) wrong.push('rate');
  if (unusual.p99 > SERVER_BARS.p99) wrong.push('p99');
  say(wrong.length === 0 ? '  held' : `  MISSED: ${wrong.join(', ')}`);
  return wrong.length === 0;
}
