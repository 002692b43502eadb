import { t } from '../../shared/i18n/t.ts';
import type { PresetName } from '../../shared/periods.ts';

/**
 * What the numbers of a period are compared with, in words; null for nothing. A period that is not over is
 * compared with the part that has elapsed, in the time zone of each website.
 */
export const beforeInWords = (period: PresetName): string | null =>
  period === 'all' ? null : t(`before.${period}`);
