/**
 * Returns the resolution of the visitor's screen. Never throws.
 *
 * @param value `WxH` in CSS pixels, as the tracker sends it.
 * @returns for example `1920x1080`; '' if the value has another form, or a side is zero or has more than five
 *   digits.
 */
export function screenResolution(value: string | undefined): string {
  const [, width, height] = /^\s*(\d{1,5})\s*x\s*(\d{1,5})\s*$/i.exec(value ?? '') ?? [];
  return Number(width) > 0 && Number(height) > 0 ? `${Number(width)}x${Number(height)}` : '';
}
