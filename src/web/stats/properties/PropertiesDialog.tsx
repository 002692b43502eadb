import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { SearchInput } from '../../shared/SearchInput.tsx';
import { propertyValueInWords } from '../filters/words.ts';
import type { Website } from '../types.ts';
import { PropertiesDocument } from './documents.ts';
import type { PropertyOwner } from './openProperties.ts';
import { type FilterByProperty, PropertyValues } from './PropertyValues.tsx';
import './properties.css';

interface Props {
  opened: PropertyOwner;
  website: Website;
  trackingId: string;
  /** The filter of the statistics. */
  given: FilterInput | null;
  onClose: () => void;
  onFilter: FilterByProperty;
}

interface Property {
  name: string;
  values: readonly string[];
}

/** Lists of up to so many names are read at a glance. */
const FEW_NAMES = 10;
/** Values of a property that are named beside it. */
const EXAMPLES = 6;

/** The value of the entry for pageviews. No event has an empty name. */
const PAGEVIEWS = '';

/** The properties of an event or of pageviews: their names, and the values of one of them. */
export default function PropertiesDialog({ opened, website, trackingId, given, onClose, onFilter }: Props) {
  const { from, to } = website.period;
  const [{ data, error, fetching }, refetch] = useAsk(PropertiesDocument, { trackingId, from, to });
  const owners = new Map<string, readonly Property[]>();
  for (const { name, properties } of data?.website?.events ?? [])
    if (properties.length > 0) owners.set(name, properties);
  const ofPageviews = data?.website?.pageProperties ?? [];
  if (ofPageviews.length > 0) owners.set(PAGEVIEWS, ofPageviews);
  const [chosen, setChosen] = useState(opened.event === null ? PAGEVIEWS : opened.event);
  const owner = chosen ?? [...owners.keys()][0] ?? PAGEVIEWS;
  const properties = owners.get(owner) ?? [];
  const [name, setName] = useState<string | null>(null);
  /** The property that was left last: its row gets the focus. */
  const [left, setLeft] = useState<string | null>(null);
  const [only, other] = properties;
  const shown = name ?? (other ? null : (only?.name ?? null));
  const options = owners.has(owner) || owner === PAGEVIEWS ? [...owners.keys()] : [owner, ...owners.keys()];
  return (
    <Dialog title={t('properties.title')} className="properties-dialog" onClose={onClose}>
      <div className="properties">
        {options.length > 0 && (
          <label className="properties-owner">
            <span className="quiet">{t('properties.event')}</span>
            <select
              value={owner}
              onChange={({ target }) => {
                setChosen(target.value);
                setName(null);
                setLeft(null);
              }}
            >
              {options.map((one) => (
                <option key={one} value={one}>
                  {one === PAGEVIEWS ? t('properties.pageviews') : one}
                </option>
              ))}
            </select>
          </label>
        )}
        {error ? (
          <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />
        ) : shown !== null ? (
          <PropertyValues
            key={`${owner} ${shown}`}
            event={owner === PAGEVIEWS ? null : owner}
            name={shown}
            website={website}
            trackingId={trackingId}
            given={given}
            onFilter={onFilter}
            onBack={
              other
                ? () => {
                    setName(null);
                    setLeft(shown);
                  }
                : null
            }
          />
        ) : properties.length > 0 ? (
          <Names key={owner} properties={properties} focused={left} onChoose={setName} />
        ) : (
          <div className="properties-none" role="status">
            {fetching ? (
              t('details.loading')
            ) : (
              <>
                <strong>{t('properties.none')}</strong>
                <p className="quiet">{t('properties.what')}</p>
              </>
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface NamesProps {
  properties: readonly Property[];
  /** The property whose row gets the focus. */
  focused: string | null;
  onChoose: (name: string) => void;
}

/** The names of properties, each with some of its values. */
function Names({ properties, focused, onChoose }: NamesProps) {
  const [text, setText] = useState('');
  const sought = text.trim().toLocaleLowerCase();
  const found = properties.filter(({ name }) => name.toLocaleLowerCase().includes(sought));
  return (
    <>
      {properties.length > FEW_NAMES && (
        <SearchInput label={t('properties.search')} text={text} onType={setText} maxLength={100} />
      )}
      <ul className="properties-names" aria-label={t('properties.names')}>
        {found.map(({ name, values }) => (
          <li key={name}>
            <button
              type="button"
              // biome-ignore lint/a11y/noAutofocus: who goes back is where they were.
              autoFocus={name === focused}
              onClick={() => onChoose(name)}
            >
              <strong>{name}</strong>
              <span className="quiet">
                {values.slice(0, EXAMPLES).map(propertyValueInWords).join(', ')}
                {values.length > EXAMPLES && ', …'}
              </span>
              <ChevronRight size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="properties-none quiet">{t('properties.notFound')}</p>}
    </>
  );
}
