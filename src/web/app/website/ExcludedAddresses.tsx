import { useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { Field } from '../forms/Field.tsx';
import { linesOf, ownRange, rangeErrors } from './ranges.ts';

interface Props {
  initial: readonly string[];
  /** The viewer's IP address. */
  own: string;
  /** Errors from the server for the submitted addresses. */
  errors: readonly string[] | undefined;
}

/** IP addresses that are not counted, one per line. They are validated during typing. */
export function ExcludedAddresses({ initial, own, errors }: Props) {
  const [text, setText] = useState(initial.join('\n'));
  const [sent, setSent] = useState(errors);
  const [stale, setStale] = useState(false);
  // Errors from the server belong to the submitted text. The next edit makes them stale.
  if (sent !== errors) {
    setSent(errors);
    setStale(false);
  }
  const wrong = rangeErrors(text);
  const lines = linesOf(text);
  const range = ownRange(own);
  const known = [range, own].find((line) => lines.includes(line));
  const change = (next: string) => {
    setText(next);
    setStale(true);
  };
  return (
    <div className="excluded">
      <Field
        label={t('excluded.label')}
        name="excludeIps"
        hint={t('excluded.hint')}
        errors={wrong.length > 0 || stale ? wrong : errors}
      >
        {(control) => (
          <textarea
            {...control}
            rows={4}
            spellCheck={false}
            value={text}
            onChange={(event) => change(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className="row">
        <button
          type="button"
          className="button"
          disabled={!own || known !== undefined}
          onClick={() => change([...lines, range].join('\n'))}
        >
          {t('excluded.add')}
        </button>
        <span className="quiet" role="status">
          {known !== undefined
            ? t('excluded.mine', { address: known })
            : range === own
              ? own && t('excluded.own', { address: own })
              : t('excluded.ownNetwork', { address: own, network: range })}
        </span>
      </div>
    </div>
  );
}
