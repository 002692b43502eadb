/**
 * The visitor's screen.
 *
 * @param value `WxH` in CSS pixels, as the tracker sends it.
 * @returns `1920x1080`; '' if it is anything else, or a side is zero or has more than five digits. Never throws.
 */
export function screenResolution(value: string | undefined): string {
  const [, width, height] = /^\s*(\d{1,5})\s*x\s*(\d{1,5})\s*$/i.exec(value ?? '') ?? [];
  return Number(width) > 0 && Number(height) > 0 ? `${Number(width)}x${Number(height)}` : '';
}
