import { useEffect, useRef, useState } from 'react';
import type { OperationResult } from 'urql';
import { explain } from '../../shared/client.ts';
import { isRefusal, type Refusal } from '../../shared/userErrors.ts';

/** What is wrong, by the name of the field. */
export type FieldErrors = Readonly<Record<string, string[]>>;

/** What a mutation gives where the input was right. */
type Success<Result> = Exclude<Result[keyof Result], Refusal>;

interface State {
  busy: boolean;
  /** What is wrong with no one field. */
  problem: string | null;
  errors: FieldErrors;
}

const FINE: State = { busy: false, problem: null, errors: {} };

/** A form that a mutation is sent by: what the server finds wrong is shown at its fields, and the first of them gets the focus. */
export function useForm() {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(FINE);
  const { errors } = state;

  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  /** Waits for a mutation of one field. Gives what it did, or null where it did nothing. */
  async function send<Result extends object>(
    // biome-ignore lint/suspicious/noExplicitAny: whatever its variables are.
    sent: Promise<OperationResult<Result, any>>,
  ): Promise<Success<Result> | null> {
    setState({ ...state, busy: true });
    const { data, error } = await sent;
    const payload = data && (Object.values(data)[0] as Success<Result> | Refusal);
    if (!payload) {
      setState({ ...FINE, problem: error ? explain(error) : 'Nothing came back. Try again.' });
      return null;
    }
    if (isRefusal(payload)) {
      setState({ ...FINE, ...sort(payload, form.current) });
      return null;
    }
    setState(FINE);
    return payload;
  }

  return { form, ...state, send, show: (wrong: FieldErrors) => setState({ ...FINE, errors: wrong }) };
}

/** Errors by field; those of what the form does not have in one sentence. */
function sort({ errors }: Refusal, form: HTMLFormElement | null): Pick<State, 'errors' | 'problem'> {
  const fields: Record<string, string[]> = {};
  const others: string[] = [];
  for (const { path, message } of errors) {
    const name = path.at(-1) ?? '';
    if (form?.elements.namedItem(name)) fields[name] = [...(fields[name] ?? []), message];
    else others.push(message);
  }
  return { errors: fields, problem: others.join(' ') || null };
}
