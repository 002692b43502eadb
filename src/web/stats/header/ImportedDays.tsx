import { daysInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { Period } from '../types.ts';

/** Says which days were imported, and that only their daily sums are known if that is so. */
export function ImportedDays({ imported }: Pick<Period, 'imported'>) {
  if (!imported) return null;
  const { from, to, labels, omitted } = imported;
  const values = { days: daysInWords(from, to), sources: labels.join(', ') };
  const key = omitted.length === 0 ? 'page.imported' : 'page.importedSums';
  return <p className="statistics-hint">{t(key, values)}</p>;
}
