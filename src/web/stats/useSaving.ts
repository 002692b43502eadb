import { useState } from 'react';
import type { CombinedError } from 'urql';
import { explain } from '../shared/client.ts';
import { errorInWords, isRefusal, type Refusal } from '../shared/userErrors.ts';

/** The messages of errors by the field that they belong to; `others` belong to none. */
export type Problems = Readonly<Partial<Record<string, readonly string[]>>>;

interface Outcome<Data> {
  data?: Data | undefined;
  error?: CombinedError | undefined;
}

type Payload<Data> = Exclude<Data[keyof Data], undefined>;

function problemsOf(
  error: CombinedError | undefined,
  payload: unknown,
  fieldOf: (path: readonly string[]) => string,
): Problems | null {
  if (error) return { others: [explain(error)] };
  if (!payload || !isRefusal(payload)) return null;
  const found: Record<string, string[]> = {};
  for (const { path, message } of (payload as Refusal).errors) {
    const field = fieldOf(path.slice(1));
    found[field] = [...(found[field] ?? []), errorInWords(message)];
  }
  return found;
}

/**
 * The state of a form that sends mutations.
 * @param fieldOf returns the field of an error by its path in the input.
 * @returns `send` returns the payload of a mutation that was not refused; null otherwise.
 */
export function useSaving(fieldOf: (path: readonly string[]) => string) {
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  async function send<Data extends object>(sent: Promise<Outcome<Data>>): Promise<Payload<Data> | null> {
    setBusy(true);
    const { data, error } = await sent;
    setBusy(false);
    const payload = data ? (Object.values(data)[0] as Payload<Data>) : null;
    const found = problemsOf(error, payload, fieldOf);
    setProblems(found ?? {});
    return found ? null : payload;
  }
  return { problems, busy, send };
}
