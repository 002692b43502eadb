import { useState } from 'react';
import type { CombinedError } from 'urql';
import type { CreateSegmentInput, DeleteSegmentInput, UpdateSegmentInput } from '../../gql/graphql.ts';
import { explain, useChange } from '../../shared/client.ts';
import { isRefusal, refusalInWords } from '../../shared/userErrors.ts';
import { CreateSegmentDocument, DeleteSegmentDocument, UpdateSegmentDocument } from './documents.ts';

type Payload = { __typename: string; segment?: { id: string } };

/**
 * The changes of segments.
 * @param onDone runs after each attempt: another browser may have changed the segments.
 * @returns `problem` tells why the last change was not made; empty if it was. The functions return whether
 *   the change was made, `create` the id of the new segment.
 */
export function useSegmentChanges(onDone: () => void) {
  const [, create] = useChange(CreateSegmentDocument);
  const [, update] = useChange(UpdateSegmentDocument);
  const [, remove] = useChange(DeleteSegmentDocument);
  const [problem, setProblem] = useState('');

  async function idOf(sent: Promise<{ data?: object | undefined; error?: CombinedError | undefined }>) {
    const { data, error } = await sent;
    const payload = Object.values(data ?? {})[0] as Payload | undefined;
    const refused = payload && isRefusal(payload) ? refusalInWords(payload) : '';
    setProblem(error ? explain(error) : refused);
    onDone();
    return payload?.segment?.id ?? null;
  }
  return {
    problem,
    create: (input: CreateSegmentInput) => idOf(create({ input })),
    update: async (input: UpdateSegmentInput) => (await idOf(update({ input }))) !== null,
    remove: async (input: DeleteSegmentInput) => (await idOf(remove({ input }))) !== null,
  };
}
