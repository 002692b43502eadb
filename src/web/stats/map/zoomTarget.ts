/** A country on the map: where it is, in units of the drawing, and how many visitors it has. */
export interface MapPlace {
  middle: readonly [number, number];
  count: number;
}

/** The part of the map that is shown, as useZoom.ts has it, and the size of the drawing. */
interface Shown {
  scale: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Returns where to zoom to: the country around which the next view shows the most visitors, among those in
 * the present view. The middle of the map is in Africa, where few websites have visitors.
 * @param factor by how much the map is enlarged.
 * @returns null if the present view shows no visitors.
 */
export function zoomTarget(
  places: readonly MapPlace[],
  shown: Shown,
  factor: number,
): readonly [number, number] | null {
  const { scale, x, y, width, height } = shown;
  const visible = places.filter(({ middle, count }) => {
    const [left, top] = [middle[0] * scale + x, middle[1] * scale + y];
    return count > 0 && left >= 0 && left <= width && top >= 0 && top <= height;
  });
  const next = scale * factor;
  let best: { place: MapPlace; sum: number } | null = null;
  for (const place of visible) {
    const sum = visible
      .filter(
        ({ middle }) =>
          Math.abs(middle[0] - place.middle[0]) <= width / next / 2 &&
          Math.abs(middle[1] - place.middle[1]) <= height / next / 2,
      )
      .reduce((total, { count }) => total + count, 0);
    const isBetter = !best || sum > best.sum || (sum === best.sum && place.count > best.place.count);
    if (isBetter) best = { place, sum };
  }
  return best?.place.middle ?? null;
}
