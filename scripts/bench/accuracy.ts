/**
 * `npm run bench:accuracy`: how often Footfall's browser, system and device agree with labelled User-Agents that are not its
 * detector's own test data, how many known crawlers it drops, and how many browsers it drops by mistake. Ends with 1 if a
 * bar is missed.
 *
 * `-- --disagreements` also shows the ten most frequent of each; `-- --sets FOLDER` (or ACCURACY_SETS) adds sets that lie in
 * FOLDER (see accuracyFolders.ts).
 */
import { parseArgs } from 'node:util';
import type { LabelledSet } from './accuracyCases.ts';
import { setsOf } from './accuracyFolders.ts';
import { BARS, type Count, measure, missedBars, PARTS, type Result, share } from './accuracyMeasure.ts';
import { describedByHand, knownCrawlers, recordedTraffic } from './accuracyPackages.ts';

const TOP = 10;
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
  if (notAsked > 0)
    leftOut.push(`${notAsked} neither crawler nor browser by their labels, which Footfall drops`);
  if (leftOut.length > 0) say(`  not counted: ${leftOut.join('; ')}`);
  const missed = missedBars(result);
  if (missed.length > 0) say(`  MISSED: ${missed.join(', ')}`);
}

const { values } = parseArgs({
  options: {
    disagreements: { type: 'boolean', default: false },
    sets: { type: 'string', default: process.env.ACCURACY_SETS ?? '' },
  },
});
const sets: LabelledSet[] = [recordedTraffic(), knownCrawlers(), describedByHand()];
if (values.sets !== '') sets.push(...setsOf(values.sets));

const results = sets.map(measure);
for (const result of results) sayResult(result, values.disagreements);
const missed = results.flatMap(missedBars);
say(
  `\nBars: ${percent(BARS.agreement)} agreement, ${percent(BARS.crawlers)} of crawlers, at most ${percent(BARS.browsers)} of browsers: ${missed.length === 0 ? 'held' : 'MISSED'}.`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
