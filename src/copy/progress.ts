import { Presets, SingleBar } from 'cli-progress';
import { counted, grouped, plural } from '../stats/format.ts';
import type { Watcher } from './copy.ts';

/** Between two lines, where there is no terminal. */
const LINE_MS = 10_000;

/** Shows a person, or a log, how far a copy is. */
export interface Shown extends Watcher {
  /** Clears the bar. */
  end(): void;
}

type Stream = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/**
 * A bar on a terminal; elsewhere a line every ten seconds.
 * @param now milliseconds.
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
          ? `Going on: ${grouped(before)} of ${counted(rows, 'row')} ${plural(before, 'is', 'are')} there.`
          : `${counted(rows, 'row')}.`;
      stream.write(`Copying ${from} into ${to}. No server must run on either. ${state}\n`);
      if (!stream.isTTY) return;
      bar = new SingleBar(
        {
          stream: stream as NodeJS.WriteStream,
          format: '{bar} {percentage} % | {table} | {rate} rows/s | {eta_formatted} left',
          clearOnComplete: true,
          // Left as it is: a process that is killed could not put it right.
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
      stream.write(`${grouped(done)} of ${counted(total, 'row')} (${table}), ${grouped(rate())} a second\n`);
    },
    compares() {
      bar?.stop();
      bar = null;
      stream.write('All rows are there; comparing, which takes about as long.\n');
    },
    end() {
      bar?.stop();
      bar = null;
    },
  };
}
