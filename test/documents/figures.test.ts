import { expect, test } from '@jest/globals';
import { POINTS_PER_REQUEST } from '../../src/auth/budget.ts';
import { readConfig } from '../../src/config.ts';
import { STAT_NAMES } from '../../src/engine/registry/statistics.ts';
import { LIMITS } from '../../src/graphql/cost/cost.ts';
import { MAX_STREAMS } from '../../src/live/limits.ts';
import { readDocument } from '../support/documents/blocks.ts';

const { rateLimit } = readConfig({});
const COST = 'docs/decisions/023-what-an-operation-costs.md';
const thousands = (value: number) => value.toLocaleString('en-US');

/** Figures in documents: the file, the text around the figure (`…`), and the value that the code has. */
const FIGURES: [file: string, text: string, value: string][] = [
  ['README.md', 'GraphQL points per minute is … times as high', thousands(POINTS_PER_REQUEST)],
  ['README.md', 'an instance has at most … |', thousands(MAX_STREAMS)],
  ['README.md', 'Footfall has … statistics:', String(STAT_NAMES.length)],
  ['docs/api.md', 'points per minute | … times `RATE_LIMIT`', thousands(POINTS_PER_REQUEST)],
  ['docs/api.md', 'times `RATE_LIMIT`: … |', thousands(POINTS_PER_REQUEST * rateLimit)],
  ['docs/api.md', '| points of one operation | … |', thousands(LIMITS.points.anonymous)],
  [COST, '`RATE_LIMIT`: … points for', thousands(POINTS_PER_REQUEST)],
];

test.each(FIGURES)('%s: the figure in "%s" is that of the code, %s', (file, text, value) => {
  const [before = '', after = ''] = text.split('…');
  const oneLine = readDocument(file).replaceAll(/\s+/g, ' ');
  expect(oneLine).toContain(before);
  expect(oneLine).toContain(`${before}${value}${after}`);
});
