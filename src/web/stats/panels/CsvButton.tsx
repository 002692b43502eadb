import { Download } from 'lucide-react';
import { useState } from 'react';
import { CombinedError } from 'urql';
import { explain } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';

interface Props {
  /** Offers the file. It may load code and numbers first. */
  save: () => Promise<void>;
  /** Whether the card does not show the numbers of the file yet. */
  disabled?: boolean;
}

/** A button at the end of a card that saves the numbers of the card as a CSV file. */
export function CsvButton({ save, disabled = false }: Props) {
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState('');

  async function run() {
    setSaving(true);
    setProblem('');
    try {
      await save();
    } catch (error) {
      // The code of the file could not be loaded (shared/Boundary.tsx).
      setProblem(error instanceof CombinedError ? explain(error) : t('part.failed'));
    } finally {
      setSaving(false);
    }
  }

  return (
    <>
      {problem && (
        <span className="panel-card-problem" role="alert">
          {problem}
        </span>
      )}
      <button
        type="button"
        className="button plain"
        aria-label={t('details.download', { format: 'CSV' })}
        // A disabled button would lose the focus.
        aria-busy={isSaving}
        disabled={disabled}
        onClick={() => {
          if (!isSaving) run();
        }}
      >
        <Download size={15} aria-hidden /> CSV
      </button>
    </>
  );
}
