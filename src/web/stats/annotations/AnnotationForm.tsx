import { type FormEvent, useId } from 'react';

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
          <label htmlFor={`${id}-day`}>Day</label>
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
          <label htmlFor={`${id}-text`}>Note</label>
          <input
            id={`${id}-text`}
            name="text"
            maxLength={200}
            placeholder="Deployed version 2.0"
            defaultValue={initial.text}
            required
          />
        </div>
      </div>
      <label className="annotation-form-public">
        <input type="checkbox" name="public" defaultChecked={initial.public} />
        Show it to everyone who can see these statistics
      </label>
      <div className="annotation-form-buttons">
        <button type="submit" className="button primary">
          Save
        </button>
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
