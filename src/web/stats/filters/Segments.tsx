import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { explain, useAsk, useChange } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { Problem } from '../../shared/Problem.tsx';
import { isRefusal, type Refusal } from '../../shared/userErrors.ts';
import { type Condition, conditionsOf, filterOf } from './conditions.ts';
import { DeleteSegmentDocument, SaveSegmentDocument, SegmentsDocument } from './documents.ts';
import { conditionInWords } from './words.ts';
import './filterEditor.css';

interface Props {
  trackingId: string;
  /** The conditions of the page, which can be saved. */
  filters: readonly Condition[];
  onClose: () => void;
  onChoose: (filters: Condition[]) => void;
}

/** The result of a mutation with a single field. */
interface Outcome {
  data?: Record<string, unknown> | undefined;
  error?: Parameters<typeof explain>[0] | undefined;
}

/** A dialog with the saved filters of a website, in which the filter of the page is saved under a name. */
export default function Segments({ trackingId, filters, onClose, onChoose }: Props) {
  const [{ data, error, fetching }, again] = useAsk(SegmentsDocument, { trackingId });
  const [, create] = useChange(SaveSegmentDocument);
  const [, remove] = useChange(DeleteSegmentDocument);
  const [problem, setProblem] = useState('');
  const website = data?.website;
  const reload = () => again({ requestPolicy: 'network-only' });

  /** @returns whether the change was made; otherwise shows why not. */
  async function change(sent: Promise<Outcome>): Promise<boolean> {
    const { data, error } = await sent;
    const payload = Object.values(data ?? {})[0] as object | undefined;
    const refusal = payload && isRefusal(payload) ? (payload as Refusal) : null;
    setProblem(error ? explain(error) : (refusal?.errors.map(({ message }) => message).join(' ') ?? ''));
    reload();
    return !error && !refusal;
  }
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name'));
    const filter = filterOf(filters);
    if (website && filter && (await change(create({ input: { websiteId: website.id, name, filter } }))))
      form.reset();
  }
  return (
    <Dialog title="Segments" onClose={onClose}>
      <div className="filter-editor">
        {error && <Problem error={error} retry={reload} />}
        <ul className="filter-editor-segments" aria-label="Segments" aria-busy={fetching}>
          {website?.segments?.map(({ id, name, filter }) => {
            const conditions = conditionsOf(JSON.parse(filter) as FilterInput);
            return (
              <li key={id}>
                <button
                  type="button"
                  disabled={!conditions}
                  onClick={() => conditions && onChoose(conditions)}
                >
                  <strong>{name}</strong>
                  <span className="quiet">
                    {conditions
                      ? conditions.map(conditionInWords).join(', ')
                      : 'Has conditions that only the API can use.'}
                  </span>
                </button>
                <button
                  type="button"
                  className="button plain"
                  aria-label={`Delete the segment ${name}`}
                  onClick={() => change(remove({ input: { id } }))}
                >
                  <Trash2 size={16} aria-hidden />
                </button>
              </li>
            );
          })}
        </ul>
        {website?.segments?.length === 0 && <p className="quiet">No segments yet.</p>}
        {filters.length > 0 ? (
          <form className="filter-editor-save" onSubmit={save}>
            <label htmlFor="segment-name">Save this filter: {filters.map(conditionInWords).join(', ')}</label>
            <div>
              <input id="segment-name" name="name" placeholder="Name" maxLength={100} required />
              <button type="submit" className="button primary">
                Save
              </button>
            </div>
          </form>
        ) : (
          <p className="quiet">Filter the page to save the filter as a segment.</p>
        )}
        {problem && (
          <p className="error-text" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
