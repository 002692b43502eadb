import { useState } from 'react';
import { Field } from '../forms/Field.tsx';
import { linesOf, rangeErrors } from './ranges.ts';

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
  const change = (next: string) => {
    setText(next);
    setStale(true);
  };
  return (
    <div className="excluded">
      <Field
        label="Excluded IP addresses"
        name="excludeIps"
        hint="Addresses and ranges that are not counted, one per line: 203.0.113.7 or 2001:db8::/32."
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
          disabled={!own || lines.includes(own)}
          onClick={() => change([...lines, own].join('\n'))}
        >
          Exclude my IP address
        </button>
        <span className="quiet" role="status">
          {lines.includes(own)
            ? `Your IP address, ${own}, is excluded.`
            : own && `Your IP address is ${own}.`}
        </span>
      </div>
    </div>
  );
}
