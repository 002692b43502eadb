/** A place in pixels of the chart's frame. */
export interface Spot {
  left: number;
  top: number;
}

interface Size {
  width: number;
  height: number;
}

/** Between a point and its tooltip, in pixels. */
const GAP_PX = 14;
/** Between two points of a line, so many places are looked at. */
const BETWEEN = 4;

/**
 * Chooses where the tooltip of a point is: beside it, and where it covers the least of the lines. If several
 * places are equal, it is on the right of the point, and at its height.
 * @param lines the points of each line; null where it has a gap.
 */
export function placeTip(
  point: Spot,
  tip: Size,
  frame: Size,
  lines: readonly (readonly (Spot | null)[])[],
): Spot {
  const within = (at: number, most: number) => Math.min(Math.max(0, at), Math.max(0, most));
  const last = { left: frame.width - tip.width, top: frame.height - tip.height };
  const beside = [point.left + GAP_PX, point.left - GAP_PX - tip.width];
  const fitting = beside.filter((left) => left >= 0 && left <= last.left);
  // On a phone, it may fit on neither side.
  const lefts = fitting.length > 0 ? fitting : [within(point.left + GAP_PX, last.left)];
  const tops = [point.top - tip.height / 2, last.top, 0].map((top) => within(top, last.top));
  const drawn = lines.flatMap(placesOf);
  const covered = ({ left, top }: Spot) =>
    drawn.filter(
      (one) =>
        one.left >= left && one.left <= left + tip.width && one.top >= top && one.top <= top + tip.height,
    ).length;
  const places = tops.flatMap((top) => lefts.map((left) => ({ left, top })));
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

/** The points of a line, and places between them. */
function placesOf(line: readonly (Spot | null)[]): Spot[] {
  return line.flatMap((point, index) => {
    const next = line[index + 1];
    if (!point || !next) return point ? [point] : [];
    return Array.from({ length: BETWEEN }, (_, step) => ({
      left: point.left + ((next.left - point.left) * step) / BETWEEN,
      top: point.top + ((next.top - point.top) * step) / BETWEEN,
    }));
  });
}
