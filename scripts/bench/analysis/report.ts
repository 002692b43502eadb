import { table } from '../table.ts';
import { BEHAVIOUR, FUNNEL_BAR, FUNNEL_QUESTION, TIMES_FASTER } from './behaviour.ts';
import type { Duck } from './duckdb.ts';
import type { Sealed } from './fill.ts';
import type { Fresh, Latencies } from './live.ts';
import type { Measurement } from './measure.ts';
import { type BenchQuestion, FILTERED_BREAKDOWN } from './questions.ts';

/** The results for one size. */
export interface Size {
  hits: number;
  /** The size of the database without chunks in bytes. */
  bytes: number;
  sealed: Sealed;
  duck: Pick<Duck, 'seconds' | 'bytes'> & { memory: number };
  measurements: Measurement[];
  /**
   * Resident memory of the server in MB: after the start, after questions without filters, which the rollup
   * answers, after those with filters, and its maximum.
   */
  memory: { started: number; before: number; after: number; most: number };
  fresh: Fresh;
  latencies: Latencies;
}

const ms = (value: number) => (Number.isFinite(value) ? value.toFixed(value < 10 ? 1 : 0) : 'none');
const times = (value: number) => (Number.isFinite(value) ? value.toFixed(1) : '');
const nameOf = ({ question, days }: Measurement) => `${question.name}, ${days} d`;
const barOf = ({ question, days }: Measurement) => question.bars?.[days === 30 ? 0 : 1];

/** The times of all questions, and the ratio to the other size if there is one. */
export function questionsTable(size: Size, small: Size | null, limit: number): string {
  const rows = size.measurements.map((one) => {
    const { ours, duck } = one;
    const other = small?.measurements.find((measurement) => nameOf(measurement) === nameOf(one));
    return [
      ...[
        nameOf(one),
        ms(ours.first),
        ms(ours.warm),
        ms(ours.cpu),
        ms(ours.again),
        one.memory.toFixed(0),
        String(barOf(one) ?? ''),
      ],
      one.rows === null ? '' : Number.isFinite(one.rows) ? ms(one.rows) : `> ${limit} s`,
      ...[ms(duck.first), ms(duck.warm), ms(duck.cpu), times(duck.warm / ours.warm)],
      times(other ? ours.warm / other.ours.warm : Number.NaN),
    ];
  });
  const head = [
    ...[
      '',
      'first',
      'warm',
      'CPU',
      'again',
      'MB',
      'bar',
      'rows',
      'DuckDB first',
      'warm',
      'CPU',
      'DuckDB / ours',
    ],
  ];
  return table([[...head, small ? `/ ${small.hits} hits` : ''], ...rows]);
}

/** Sizes and costs of the chunks and of DuckDB's copy, and the memory of the server. */
export function costsTable(sizes: readonly Size[]): string {
  const MB = 2 ** 20;
  return table([
    ['hits', ...sizes.map(({ hits }) => String(hits))],
    ['database without chunks, MB', ...sizes.map(({ bytes }) => (bytes / MB).toFixed(0))],
    ['chunks, bytes a hit', ...sizes.map(({ sealed }) => (sealed.bytes / sealed.hits).toFixed(1))],
    [
      '… times, properties and revenue',
      ...sizes.map(({ sealed }) => (sealed.extras / sealed.hits).toFixed(1)),
    ],
    ['sealing, µs a hit', ...sizes.map(({ sealed }) => ((sealed.seconds / sealed.hits) * 1e6).toFixed(1))],
    ['… CPU time', ...sizes.map(({ sealed }) => ((sealed.cpu / sealed.hits) * 1e6).toFixed(1))],
    ['DuckDB, bytes a hit', ...sizes.map(({ duck, hits }) => (duck.bytes / hits).toFixed(1))],
    [
      'copying to DuckDB, µs a hit',
      ...sizes.map(({ duck, hits }) => ((duck.seconds / hits) * 1e6).toFixed(1)),
    ],
    ['memory of DuckDB after the questions, MB', ...sizes.map(({ duck }) => (duck.memory / MB).toFixed(0))],
    ['server after its start, MB', ...sizes.map(({ memory }) => memory.started.toFixed(0))],
    ['… after questions without filters', ...sizes.map(({ memory }) => memory.before.toFixed(0))],
    ['… after the questions', ...sizes.map(({ memory }) => memory.after.toFixed(0))],
    ['… at most', ...sizes.map(({ memory }) => memory.most.toFixed(0))],
  ]);
}

/** Hits during the heaviest question, and answers right after hits. */
export function liveText({ latencies, fresh }: Size): string {
  const { alone, during, answers } = latencies;
  const row = (name: string, { p50, p99 }: { p50: number; p99: number }) => [
    name,
    p50.toFixed(1),
    p99.toFixed(1),
  ];
  const rows = [
    ['', 'p50 ms', 'p99 ms'],
    row('hits alone', alone),
    row('hits during the heaviest question', during),
  ];
  return `${table(rows)}
p99 during the question (${answers} answers): ${times(during.p99 / alone.p99)} times that alone.
Answers that include the hit before them: ${fresh.included} of ${fresh.asked}.
Top pages over 30 days until today: ${ms(fresh.afterHit)} ms right after a hit,
${ms(fresh.unchanged)} without one.`;
}

/** One line for each target: whether it is met, and otherwise what misses it. */
export function verdicts(size: Size, small: Size | null): string {
  const { measurements, sealed, latencies, fresh, memory } = size;
  const missed = (name: string, wrong: readonly string[]) =>
    `${`${name}:`.padEnd(40)}${wrong.length === 0 ? 'yes' : `NO: ${wrong.join('; ')}`}`;
  const where = (fails: (one: Measurement) => boolean, value: (one: Measurement) => string) =>
    measurements.filter(fails).map((one) => `${nameOf(one)} ${value(one)}`);
  const growth = (one: Measurement) =>
    one.ours.warm /
    (small?.measurements.find((other) => nameOf(other) === nameOf(one))?.ours.warm ?? Number.NaN);
  const bytes = sealed.bytes / sealed.hits;
  const extra = memory.most - memory.before;
  const slowdown = latencies.during.p99 / latencies.alone.p99;
  const unless = (met: boolean, text: string) => (met ? [] : [text]);
  const overYear = (question: BenchQuestion) =>
    measurements.find((one) => one.question === question && one.days === 365)?.ours.warm ?? Number.NaN;
  const funnel = overYear(FUNNEL_QUESTION) / overYear(FILTERED_BREAKDOWN);
  return [
    missed(
      'All answers are the same',
      measurements.flatMap((one) => one.wrong.map((text) => `${nameOf(one)} ${text}`)),
    ),
    missed(
      'Times within the bars',
      where(
        (one) => one.ours.warm > (barOf(one) ?? Number.POSITIVE_INFINITY),
        ({ ours }) => `${ms(ours.warm)} ms`,
      ),
    ),
    missed(
      'Faster than DuckDB',
      where(
        ({ ours, duck }) => ours.warm > duck.warm,
        ({ ours, duck }) => times(duck.warm / ours.warm),
      ),
    ),
    missed(
      `Behaviour ${TIMES_FASTER} times as fast as DuckDB`,
      where(
        ({ question, days, ours, duck }) =>
          days === 365 && BEHAVIOUR.includes(question) && !(duck.warm / ours.warm >= TIMES_FASTER),
        ({ ours, duck }) => times(duck.warm / ours.warm),
      ),
    ),
    missed(
      `Funnel at most ${FUNNEL_BAR} times a breakdown`,
      unless(funnel <= FUNNEL_BAR, `${funnel.toFixed(2)} times ${FILTERED_BREAKDOWN.name}`),
    ),
    ...(small
      ? [
          missed(
            'At most 11 times the other size',
            where(
              (one) => growth(one) > 11,
              (one) => times(growth(one)),
            ),
          ),
        ]
      : []),
    missed('Chunks at most 22 bytes a hit', unless(bytes <= 22, bytes.toFixed(1))),
    `${missed('At most 200 MB more memory', unless(extra <= 200, `${extra.toFixed(0)} MB`))}, ${(
      memory.most - memory.started
    ).toFixed(0)} MB more than after the start`,
    missed('p99 of hits under twice the ordinary', unless(slowdown < 2, times(slowdown))),
    missed('Answers include the hit before', unless(fresh.included === fresh.asked, String(fresh.included))),
  ].join('\n');
}
