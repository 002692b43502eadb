import type { Answer, AnswerRow } from '../question/types.ts';
import { NO_SUMS, type Sums } from '../registry/metrics.ts';

const NAMES = Object.keys(NO_SUMS) as (keyof Sums)[];

/** An answer in the form in which it is sent between threads: objects take several times as long to copy. */
export interface PackedAnswer extends Omit<Answer, 'rows'> {
  /** By row and dimension. */
  values: string[];
  dimensions: number;
  /** By row, in the order of the names. */
  rowSums: number[];
}

export function packAnswer({ rows, ...rest }: Answer): PackedAnswer {
  const rowSums: number[] = [];
  for (const { sums } of rows) for (const name of NAMES) rowSums.push(sums[name]);
  const values = rows.flatMap((row) => row.values as string[]);
  return { ...rest, values, dimensions: rows[0]?.values.length ?? 0, rowSums };
}

export function unpackAnswer({ values, dimensions, rowSums, ...rest }: PackedAnswer): Answer {
  const rows = Array.from({ length: rowSums.length / NAMES.length }, (_, row): AnswerRow => {
    const at = NAMES.length * row;
    const sums = { ...NO_SUMS };
    for (const [index, name] of NAMES.entries()) sums[name] = rowSums[at + index] as number;
    return { values: values.slice(dimensions * row, dimensions * (row + 1)), sums };
  });
  return { ...rest, rows };
}
