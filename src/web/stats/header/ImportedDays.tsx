import { daysInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { Period } from '../types.ts';

/**
 * Says which days were imported, and what does not contain them because only their daily sums are known.
 * @param filtered whether the page has a filter.
 */
export function ImportedDays({ period, filtered }: { period: Period | null; filtered: boolean }) {
  const imported = period?.imported;
  if (!imported) return null;
  const { from, to, labels, omitted } = imported;
  const values = { days: daysInWords(from, to), sources: labels.join(', ') };
  if (omitted.length === 0) return <p className="quiet imported-days">{t('page.imported', values)}</p>;
  return (
    <p className="statistics-hint">{t(filtered ? 'page.importedFiltered' : 'page.importedSums', values)}</p>
  );
}
