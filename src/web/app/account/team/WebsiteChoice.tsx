import { useState } from 'react';
import { graphql } from '../../../gql/gql.ts';
import { useAsk } from '../../../shared/client.ts';
import { t } from '../../../shared/i18n/t.ts';
import { Problem } from '../../../shared/Problem.tsx';
import { usePaused } from '../../../shared/usePaused.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { Errors, Field } from '../../forms/Field.tsx';
import './team.css';

/** The number of websites that the list shows at once. A team can have thousands. */
const SHOWN = 50;
const PAUSE_MS = 250;

const OPTIONS = graphql(`
  query WebsiteOptions($search: String, $first: Int!) {
    websites(search: $search, first: $first) {
      totalCount
      nodes {
        id
        domain
      }
    }
  }
`);

/** A website that a member can be limited to. */
export interface WebsiteOption {
  id: string;
  domain: string;
}

interface Props {
  /** The only websites of the member; null for all. */
  chosen: readonly WebsiteOption[] | null;
  onChoose: (chosen: readonly WebsiteOption[] | null) => void;
  errors: readonly string[] | undefined;
}

/** Chooses all websites of the team, or some of them. */
export function WebsiteChoice({ chosen, onChoose, errors = [] }: Props) {
  const wrong = errors.length > 0;
  return (
    <fieldset aria-describedby={wrong ? 'websites-error' : undefined}>
      <legend>{t('team.websites')}</legend>
      <Checkbox
        type="radio"
        name="websites"
        label={t('team.allWebsites')}
        checked={chosen === null}
        onChange={() => onChoose(null)}
      />
      <Checkbox
        type="radio"
        name="websites"
        label={t('team.someWebsites')}
        hint={t('team.someWebsitesHint')}
        checked={chosen !== null}
        aria-invalid={wrong}
        onChange={() => onChoose([])}
      />
      {chosen && <Options chosen={chosen} onChoose={onChoose} />}
      <Errors id="websites-error" errors={errors} />
    </fieldset>
  );
}

/** The websites with checkboxes. Those that were chosen before come first, so that they are found again. */
function Options({
  chosen,
  onChoose,
}: {
  chosen: readonly WebsiteOption[];
  onChoose: (chosen: readonly WebsiteOption[]) => void;
}) {
  const [typed, setTyped] = useState('');
  const search = usePaused(typed, PAUSE_MS);
  const [before] = useState(chosen);
  const [{ data, error }, refetch] = useAsk(OPTIONS, { search: search || null, first: SHOWN });
  const ids = new Set(chosen.map(({ id }) => id));
  const first = before.filter(({ domain }) => domain.includes(search.toLowerCase()));
  const rest = data?.websites.nodes.filter(({ id }) => !first.some((one) => one.id === id)) ?? [];
  const total = data?.websites.totalCount ?? 0;
  const toggle = (website: WebsiteOption) =>
    onChoose(ids.has(website.id) ? chosen.filter(({ id }) => id !== website.id) : [...chosen, website]);
  return (
    <div className="options">
      <Field label={t('websites.search')} name="search">
        {(control) => (
          <input
            {...control}
            type="search"
            maxLength={255}
            value={typed}
            // Enter would send the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      {error && !data && <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />}
      <div className="options-list">
        {[...first, ...rest].map(({ id, domain }) => (
          <Checkbox key={id} label={domain} checked={ids.has(id)} onChange={() => toggle({ id, domain })} />
        ))}
      </div>
      <p className="quiet" role="status">
        {t('team.chosenWebsites', { count: ids.size })}
        {total > SHOWN && ` ${t('team.moreOptions', { shown: SHOWN, count: total })}`}
      </p>
    </div>
  );
}
