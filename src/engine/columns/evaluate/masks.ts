import type { DayView } from './dayView.ts';

/** Which rows of a day are selected: 1 or 0 by row. All or none if that is known without looking at each. */
export type SelectedRows = Uint8Array | 'all' | 'none';

/** Selects visits or hits of a day. */
export interface Mask {
  /** Whether it selects hits; otherwise visits, with all of their hits. */
  ofHits: boolean;
  /** Returns the selected visits or hits. The array is valid until the mask is read for another day. */
  read(view: DayView): SelectedRows;
}

/**
 * Creates a mask that is computed once a day.
 * @param select returns the selected rows; for an array, it sets all elements of `room()`.
 */
export function daily(
  ofHits: boolean,
  select: (view: DayView, room: () => Uint8Array) => SelectedRows,
): Mask {
  let memory = new Uint8Array(0);
  let selected: SelectedRows = 'none';
  let day: DayView | null = null;
  return {
    ofHits,
    read(view) {
      if (day === view) return selected;
      selected = select(view, () => {
        const rows = ofHits ? view.columns.hits : view.columns.visits;
        if (memory.length < rows) memory = new Uint8Array(Math.ceil(1.5 * rows));
        return memory.subarray(0, rows);
      });
      day = view;
      return selected;
    },
  };
}

/** Selects the hits before a local hour. */
export function beforeHour(hour: number): Mask {
  return daily(true, (view, room) => {
    const hitHour = view.numbersOf('hitHour');
    const out = room();
    for (let row = 0; row < out.length; row++) out[row] = (hitHour[row] as number) < hour ? 1 : 0;
    return out;
  });
}

/** Selects the hits of the visits that a mask selects, or the hits that it selects. */
export function toHits(mask: Mask): Mask {
  if (mask.ofHits) return mask;
  return daily(true, (view, room) => {
    const visits = mask.read(view);
    if (typeof visits === 'string') return visits;
    const out = room();
    view.spreadToHits(visits, out);
    return out;
  });
}

/** Combines masks with *and*, where `neutral` is `all`, or with *or*, where it is `none`. */
export function combined(parts: readonly Mask[], neutral: 'all' | 'none'): Mask {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const ofVisits = parts.filter((part) => !part.ofHits);
  const ofHits = parts.filter((part) => part.ofHits);
  const visits = daily(false, (view, room) => combineRows(ofVisits, neutral, view, room));
  if (ofHits.length === 0) return visits;
  const all = [toHits(visits), ...ofHits];
  return daily(true, (view, room) => combineRows(all, neutral, view, room));
}

/** Combines what masks select. A mask after one that decides is not read. */
function combineRows(
  masks: readonly Mask[],
  neutral: 'all' | 'none',
  view: DayView,
  room: () => Uint8Array,
): SelectedRows {
  const found: Uint8Array[] = [];
  for (const mask of masks) {
    const rows = mask.read(view);
    if (rows === neutral) continue;
    if (typeof rows === 'string') return rows;
    found.push(rows);
  }
  const [first, ...others] = found;
  if (!first || others.length === 0) return first ?? neutral;
  const out = room();
  out.set(first);
  for (const rows of others) (neutral === 'all' ? and : or)(out, rows);
  return out;
}

function and(out: Uint8Array, mask: Uint8Array): void {
  for (let row = 0; row < out.length; row++) out[row] = (out[row] as number) & (mask[row] as number);
}

function or(out: Uint8Array, mask: Uint8Array): void {
  for (let row = 0; row < out.length; row++) out[row] = (out[row] as number) | (mask[row] as number);
}

export function inverted(part: Mask): Mask {
  return daily(part.ofHits, (view, room) => {
    const mask = part.read(view);
    if (typeof mask === 'string') return mask === 'all' ? 'none' : 'all';
    const out = room();
    for (let row = 0; row < out.length; row++) out[row] = 1 - (mask[row] as number);
    return out;
  });
}

/** Selects the visits in which at least one hit matches. */
export function visited(part: Mask): Mask {
  // A part without conditions selects all visits, all of which have hits.
  if (!part.ofHits) return part;
  return daily(false, (view, room) => {
    const mask = part.read(view);
    if (typeof mask === 'string') return mask;
    const out = room();
    const starts = view.startsOf();
    for (let visit = 0; visit < out.length; visit++) {
      const end = starts[visit + 1] as number;
      let found = 0;
      for (let hit = starts[visit] as number; hit < end; hit++) found |= mask[hit] as number;
      out[visit] = found;
    }
    return out;
  });
}
