import { type FormEvent, useId } from 'react';
import { t } from '../../shared/i18n/t.ts';

export interface Fields {
  day: string;
  text: string;
  public: boolean;
}

interface Props {
  /** The heading; null if the dialog has it. */
  title: string | null;
  initial: Fields;
  onSave: (fields: Fields) => void;
  /** Null if there is nothing to cancel. */
  onCancel: (() => void) | null;
}

/** The form of a note. */
export function AnnotationForm({ title, initial, onSave, onCancel }: Props) {
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    onSave({
      day: String(given.get('day')),
      text: String(given.get('text')),
      public: given.has('public'),
    });
  };
  return (
    <form className="annotation-form" onSubmit={submit}>
      {title && <h3>{title}</h3>}
      <div className="annotation-form-fields">
        <div className="field">
          <label htmlFor={`${id}-day`}>{t('notes.day')}</label>
          <input
            id={`${id}-day`}
            type="date"
            name="day"
            min="1000-01-01"
            defaultValue={initial.day}
            required
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-text`}>{t('notes.text')}</label>
          <input
            data-focus-first
            id={`${id}-text`}
            name="text"
            maxLength={200}
            placeholder={t('notes.placeholder')}
            defaultValue={initial.text}
            required
          />
        </div>
      </div>
      <label className="annotation-form-public">
        <input type="checkbox" name="public" defaultChecked={initial.public} />
        {t('notes.isPublic')}
      </label>
      <div className="annotation-form-buttons">
        <button type="submit" className="button primary">
          {t('button.save')}
        </button>
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            {t('button.cancel')}
          </button>
        )}
      </div>
    </form>
  );
}
