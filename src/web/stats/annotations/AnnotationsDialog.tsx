import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { explain, useChange } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { daysInWords } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { isRefusal, type Refusal, refusalInWords } from '../../shared/userErrors.ts';
import type { Website } from '../types.ts';
import { AnnotationForm, type Fields } from './AnnotationForm.tsx';
import { CreateAnnotationDocument, DeleteAnnotationDocument, UpdateAnnotationDocument } from './documents.ts';
import type { Annotation } from './marks.ts';
import './annotationsDialog.css';

interface Props {
  website: Website;
  /** The notes to show; empty to add the first one. */
  annotations: Annotation[];
  /** The day that a new note has at first. */
  day: string;
  onClose: () => void;
}

/** The result of a mutation with a single field. */
interface Outcome {
  data?: Record<string, unknown> | undefined;
  error?: Parameters<typeof explain>[0] | undefined;
}

/** Shows notes of the chart to their owner, who can change and delete them and add another one. */
export default function AnnotationsDialog({ website, annotations, day, onClose }: Props) {
  const [, create] = useChange(CreateAnnotationDocument);
  const [, update] = useChange(UpdateAnnotationDocument);
  const [, remove] = useChange(DeleteAnnotationDocument);
  const [problem, setProblem] = useState('');
  const [editing, setEditing] = useState<string | null>(null);
  // Notes of a dialog that was opened to show some: it closes with the last one.
  const [isNew] = useState(annotations.length === 0);

  /** @returns whether the change was made; otherwise shows why not. */
  async function change(sent: Promise<Outcome>): Promise<boolean> {
    const { data, error } = await sent;
    const payload = Object.values(data ?? {})[0] as object | undefined;
    const refusal = payload && isRefusal(payload) ? (payload as Refusal) : null;
    setProblem(error ? explain(error) : refusal ? refusalInWords(refusal) : '');
    return !error && !refusal;
  }
  const save = async (fields: Fields) => {
    const isDone = editing
      ? await change(update({ input: { id: editing, ...fields } }))
      : await change(create({ input: { websiteId: website.id, ...fields } }));
    if (isDone) onClose();
  };
  const erase = async (id: string) => {
    const isDone = await change(remove({ input: { id } }));
    if (isDone && annotations.length === 1) onClose();
  };
  const edited = annotations.find(({ id }) => id === editing);
  return (
    <Dialog title={isNew ? t('notes.add') : t('notes.label')} onClose={onClose}>
      <div className="annotations-dialog">
        {annotations.length > 0 && (
          <ul aria-label={t('notes.label')}>
            {annotations.map((one) => (
              <li key={one.id}>
                <div>
                  <span className="quiet">
                    {daysInWords(one.day, one.day)}
                    {one.public && ` · ${t('notes.public')}`}
                  </span>
                  <p>{one.text}</p>
                </div>
                <button
                  type="button"
                  className="button plain"
                  aria-label={t('notes.editOne', { text: one.text })}
                  onClick={() => setEditing(one.id)}
                >
                  <Pencil size={16} aria-hidden />
                </button>
                <button
                  type="button"
                  className="button plain"
                  aria-label={t('notes.deleteOne', { text: one.text })}
                  onClick={() => erase(one.id)}
                >
                  <Trash2 size={16} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        <AnnotationForm
          key={editing}
          title={edited ? t('notes.edit') : isNew ? null : t('notes.add')}
          initial={edited ?? { day: annotations[0]?.day ?? day, text: '', public: false }}
          onSave={save}
          onCancel={edited ? () => setEditing(null) : null}
        />
        {problem && (
          <p className="error-text" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
