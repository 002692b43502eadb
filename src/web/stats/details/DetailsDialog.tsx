import { ArrowDownWideNarrow, ArrowUpNarrowWide, Download, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import { daysInWords } from '../../../stats/format.ts';
import type { FilterInput } from '../../gql/graphql.ts';
import { explain } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import type { Details, Shown } from '../address.ts';
import { withValue } from '../filters/conditions.ts';
import { conditionInWords } from '../filters/words.ts';
import { mostOf } from '../panels/BarRow.tsx';
import { dimensionOf } from '../panels/panels.ts';
import type { Website } from '../types.ts';
import type { Go } from '../useAddress.ts';
import { downloadCsv } from './csv.ts';
import { DetailsPage } from './DetailsPage.tsx';
import './detailsDialog.css';

interface Props {
  shown: Shown;
  /** The filter of the statistics. */
  given: FilterInput | null;
  details: Details;
  website: Website;
  trackingId: string;
  go: Go;
  canFilter: boolean;
}

/** All rows of a statistic, with search, paging and CSV export. */
export default function DetailsDialog({ shown, given, details, website, trackingId, go, canFilter }: Props) {
  const { panel, search, sort } = details;
  const { period, domain } = website;
  const { from, to } = period;
  const client = useClient();
  const [text, setText] = useState(search);
  const [saving, setSaving] = useState(false);
  const [failed, setFailed] = useState('');
  const { filters } = shown;
  const asked = { trackingId, from, to, name: panel.name, search: search || null, sort, filter: given };
  const [cursors, setCursors] = useState({ of: JSON.stringify(asked), after: [null] as (string | null)[] });
  // If the query has changed, starts again at the first page.
  const after = cursors.of === JSON.stringify(asked) ? cursors.after : [null];

  useEffect(() => {
    if (text === search) return;
    const timer = setTimeout(() => go({ details: { panel, search: text, sort } }, 'replace'), 200);
    return () => clearTimeout(timer);
  }, [text, search, panel, sort, go]);

  function save() {
    setSaving(true);
    setFailed('');
    const file = `${domain}-${panel.name.toLowerCase()}-${from}-${to}.csv`;
    downloadCsv(client, asked, file, [panel.heading, 'Label', `${panel.unit}s`])
      .catch((error: CombinedError) => setFailed(explain(error)))
      .finally(() => setSaving(false));
  }

  const turn = () => go({ details: { panel, search, sort: sort === 'MAX' ? 'MIN' : 'MAX' } }, 'replace');
  return (
    <Dialog title={panel.title} onClose={() => go({ details: null })}>
      <div className="details-dialog-tools">
        <label className="details-dialog-search">
          <Search size={16} aria-hidden />
          <span className="visually-hidden">Search {panel.title.toLowerCase()}</span>
          <input
            type="search"
            placeholder="Search"
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <button type="button" className="button" onClick={turn}>
          {sort === 'MAX' ? (
            <ArrowDownWideNarrow size={16} aria-hidden />
          ) : (
            <ArrowUpNarrowWide size={16} aria-hidden />
          )}
          {sort === 'MAX' ? 'Highest first' : 'Lowest first'}
        </button>
        <button type="button" className="button" disabled={saving} onClick={save}>
          <Download size={16} aria-hidden /> {saving ? 'Loading…' : 'CSV'}
        </button>
      </div>
      <p className="details-dialog-days quiet">
        {[daysInWords(from, to), ...filters.map(conditionInWords)].join(' · ')}
      </p>
      {failed && (
        <p className="error-text details-dialog-days" role="alert">
          {failed}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: allows scrolling by keyboard. */}
      <section className="details-dialog-rows" tabIndex={0} aria-label="Rows">
        {after.map((cursor, index) => (
          <DetailsPage
            key={cursor}
            asked={{ ...asked, after: cursor }}
            panel={panel}
            whole={period[panel.name].sum}
            most={mostOf(period[panel.name].nodes)}
            website={website}
            filter={
              canFilter
                ? (name, value) =>
                    go({ filters: withValue(filters, dimensionOf(name), value), details: null }, 'replace')
                : null
            }
            onMore={
              index === after.length - 1
                ? (next) => setCursors({ of: JSON.stringify(asked), after: [...after, next] })
                : null
            }
          />
        ))}
      </section>
    </Dialog>
  );
}
