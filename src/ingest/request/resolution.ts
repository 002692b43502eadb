const SIDE = '(\\d{1,5}(?:\\.\\d+)?)';
const RESOLUTION = new RegExp(`^\\s*${SIDE}\\s*[x×*]\\s*${SIDE}\\s*$`, 'i');
const MAX_SIDE = 99_999;

/**
 * Returns the resolution of the visitor's screen. Never throws.
 *
 * @param value `WxH` in CSS pixels, as the tracker sends it. Sides are rounded: with a zoomed page, some
 *   browsers return fractions.
 * @returns for example `1920x1080`; '' if the value has another form, or a side is zero or has more than five
 *   digits.
 */
export function screenResolution(value: string | undefined): string {
  const [width = 0, height = 0] = (RESOLUTION.exec(value ?? '') ?? []).slice(1).map(Number).map(Math.round);
  const isSide = (side: number) => side > 0 && side <= MAX_SIDE;
  return isSide(width) && isSide(height) ? `${width}x${height}` : '';
}
