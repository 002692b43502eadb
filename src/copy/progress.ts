import { Presets, SingleBar } from 'cli-progress';
import { counted, grouped, plural } from '../stats/format.ts';
import type { Watcher } from './copy.ts';

/** Interval between two lines if there is no terminal. */
const LINE_MS = 10_000;

/** Prints the progress of a copy on a terminal or to a log. */
export interface Shown extends Watcher {
  /** Clears the bar. */
  end(): void;
}

type Stream = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/**
 * Prints a progress bar on a terminal, otherwise a line every ten seconds.
 * @param now the time in milliseconds.
 */
export function showProgress(stream: Stream, now: () => number): Shown {
  let bar: SingleBar | null = null;
  let [done, total, begun, start, lastLine] = [0, 0, 0, 0, 0];
  const rate = () => Math.round(((done - begun) / Math.max(now() - start, 1)) * 1_000);

  return {
    begins(from, to, before, rows) {
      [done, total, begun, start, lastLine] = [before, rows, before, now(), now()];
      const state =
        before > 0
          ? `Resuming: ${grouped(before)} of ${counted(rows, 'row')} ` +
            `${plural(before, 'is', 'are')} already copied.`
          : `${counted(rows, 'row')}.`;
      stream.write(`Copying ${from} into ${to}. Keep all servers on both databases stopped. ${state}\n`);
      if (!stream.isTTY) return;
      bar = new SingleBar(
        {
          stream: stream as NodeJS.WriteStream,
          format: '{bar} {percentage} % | {table} | {rate} rows/s | {eta_formatted} left',
          clearOnComplete: true,
          // The terminal's line wrapping stays on: a process that is killed could not turn it on again.
          linewrap: true,
        },
        Presets.shades_classic,
      );
      bar.start(rows, before, { table: '', rate: '0' });
    },
    copied(table, rows) {
      done += rows;
      bar?.update(done, { table, rate: grouped(rate()) });
      if (bar || now() - lastLine < LINE_MS) return;
      lastLine = now();
      stream.write(`${grouped(done)} of ${counted(total, 'row')} (${table}), ${grouped(rate())} rows/s\n`);
    },
    compares() {
      bar?.stop();
      bar = null;
      stream.write('All rows are copied. Comparing the databases, which takes about as long.\n');
    },
    end() {
      bar?.stop();
      bar = null;
    },
  };
}
