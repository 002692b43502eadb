import { useEffect, useRef, useState } from 'react';
import type { OperationResult } from 'urql';
import { explain } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { errorInWords, isRefusal, type Refusal } from '../../shared/userErrors.ts';

/** Errors by field name. */
export type FieldErrors = Readonly<Record<string, string[]>>;

/** The payload of a mutation whose input was valid. */
type Success<Result> = Exclude<Result[keyof Result], Refusal>;

interface State {
  busy: boolean;
  /** An error that does not belong to a single field. */
  problem: string | null;
  errors: FieldErrors;
}

const FINE: State = { busy: false, problem: null, errors: {} };

/**
 * A form that sends a mutation. Errors from the server are shown at their fields, and the first of these
 * fields gets the focus.
 */
export function useForm() {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(FINE);
  const { errors } = state;

  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  /**
   * Waits for the result of a mutation with a single field.
   * @returns the payload; null if the mutation failed.
   */
  async function send<Result extends object>(
    // biome-ignore lint/suspicious/noExplicitAny: the variables may have any type.
    sent: Promise<OperationResult<Result, any>>,
  ): Promise<Success<Result> | null> {
    setState({ ...state, busy: true });
    const { data, error } = await sent;
    const payload = data && (Object.values(data)[0] as Success<Result> | Refusal);
    if (!payload) {
      setState({ ...FINE, problem: error ? explain(error) : t('form.noResult') });
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

/** Groups errors by field. Errors of fields that the form does not have are joined to one text. */
function sort({ errors }: Refusal, form: HTMLFormElement | null): Pick<State, 'errors' | 'problem'> {
  const fields: Record<string, string[]> = {};
  const others: string[] = [];
  for (const error of errors) {
    const name = error.path.at(-1) ?? '';
    const message = errorInWords(error.message);
    if (form?.elements.namedItem(name)) fields[name] = [...(fields[name] ?? []), message];
    else others.push(message);
  }
  return { errors: fields, problem: others.join(' ') || null };
}
