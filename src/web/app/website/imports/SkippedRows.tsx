import { grouped } from '../../../shared/i18n/format.ts';
import { t } from '../../../shared/i18n/t.ts';
import { type Import, reasonInWords } from './imports.ts';

/** The rows that are not imported, by reason, with the first lines of each. */
export function SkippedRows({ skipped, rows }: Pick<Import, 'skipped' | 'rows'>) {
  if (skipped.length === 0) return <p className="quiet">{t('imports.allRows', { count: rows })}</p>;
  const count = skipped.reduce((sum, reason) => sum + reason.count, 0);
  return (
    <details className="import-skipped">
      <summary>{t('imports.skipped', { count, rows: grouped(rows) })}</summary>
      <ul>
        {skipped.map((reason) => (
          <li key={reason.reason}>
            <p>
              {reasonInWords(reason.reason)}: {grouped(reason.count)}
            </p>
            <ul className="quiet">
              {reason.examples
                .filter(({ line }) => line > 0)
                .map(({ file, line, message }) => (
                  <li key={`${file} ${line}`}>
                    {t('imports.line', { file, line: grouped(line) })}
                    {message && <span lang="en"> {message}</span>}
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
