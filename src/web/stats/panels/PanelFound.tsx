import type { FilterInput } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { usePaused } from '../../shared/usePaused.ts';
import { periodArguments, type Shown } from '../address.ts';
import type { ComparedPeriod } from '../chart/compared.ts';
import { searchIn } from '../searchIn.ts';
import type { Row, Website } from '../types.ts';
import { BarRow, type RowFilter, rowsOf } from './BarRow.tsx';
import { SearchDocument } from './documents.ts';
import type { Panel } from './panels.ts';
import type { CountsBefore } from './useChanges.ts';

interface Props {
  panel: Panel;
  website: Website;
  trackingId: string;
  /** What a person typed. */
  text: string;
  /** The filter of the statistics. */
  given: FilterInput | null;
  /** The total that shares refer to, and the count of the longest bar. */
  sum: number;
  most: number;
  filter: RowFilter | null;
  /** Shows the details with the text. */
  onDetails: (search: string) => void;
  /** The rows that are shown as long as there is no text. */
  rows: readonly Row[];
  /** Their counts in the compared period. */
  before: CountsBefore;
  shown: Pick<Shown, 'range' | 'compare'>;
  compared: ComparedPeriod | null;
}

/** Time without a keystroke after which a text is searched. */
const PAUSE_MS = 200;

/** The rows of a card whose value or name contains a text. All of them are searched. */
export default function PanelFound({ panel, website, trackingId, given, text, rows, ...props }: Props) {
  const { sum, most, filter, shown, compared, before, onDetails } = props;
  const search = usePaused(text, PAUSE_MS);
  const asked = searchIn([panel.name.toLowerCase()], search, given);
  const [{ data, error, fetching }, refetch] = useAsk(
    SearchDocument,
    { trackingId, ...periodArguments(shown), stat: panel.name, search: asked.search, filter: asked.filter },
    { pause: search === '' },
  );
  const found = search === '' ? null : data?.website?.period.stats;
  const listed: readonly Row[] = found?.nodes ?? rows;
  const counts = found ? new Map(found.nodes.map((row) => [row.value, row.previousCount])) : before;

  return (
    <>
      <p className="visually-hidden" role="status">
        {found && !fetching && t('panel.found', { count: found.totalCount })}
      </p>
      {error ? (
        <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />
      ) : (
        <ul className={fetching ? 'panel-card-list panel-search-stale' : 'panel-card-list'}>
          {listed.map((row) => (
            <BarRow
              key={row.value}
              among={rowsOf(listed, website.period, given)}
              before={counts.get(row.value)}
              panel={panel}
              row={row}
              sum={sum}
              most={most}
              website={website}
              filter={filter}
              compared={compared}
            />
          ))}
        </ul>
      )}
      {found?.totalCount === 0 && <p className="panel-card-empty quiet">{t('panel.noRows')}</p>}
      {found && found.totalCount > found.nodes.length && (
        <button type="button" className="button plain panel-search-more" onClick={() => onDetails(search)}>
          {t('panel.allRows', { count: found.totalCount })}
        </button>
      )}
    </>
  );
}
