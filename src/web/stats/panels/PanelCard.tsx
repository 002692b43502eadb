import { Maximize2, Tags } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { Boundary } from '../../shared/Boundary.tsx';
import { grouped, inSentence } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { Shown } from '../address.ts';
import { detailsOf } from '../details/detailsAddress.ts';
import { useShows } from '../link/shows.ts';
import { useOpenProperties } from '../properties/openProperties.ts';
import type { Website } from '../types.ts';
import type { Go } from '../useAddress.ts';
import { BarRow, mostOf, type RowFilter, rowsOf } from './BarRow.tsx';
import { PanelHead } from './PanelHead.tsx';
import {
  dimensionOf,
  GROUPS,
  type GroupName,
  type Panel,
  panelIn,
  parametersOf,
  tabOf,
  tabsOf,
  titleOf,
} from './panels.ts';
import { isCompared } from './RowChange.tsx';
import { SearchField } from './SearchField.tsx';
import { Tabs, tabPanel } from './Tabs.tsx';
import type { CountsBefore } from './useChanges.ts';
import './panelCard.css';

const PanelFound = lazy(() => import('./PanelFound.tsx'));

interface Props {
  group: GroupName;
  panel: Panel;
  /** Null during the first load. */
  website: Website | null;
  trackingId: string;
  /** The filter of the statistics. */
  given: FilterInput | null;
  go: Go;
  panels: Record<GroupName, Panel>;
  /** Filters the page by a row; null if the viewer may not. */
  filter: RowFilter | null;
  shown: Pick<Shown, 'range' | 'compare'>;
  /** The counts of the rows in the compared period. */
  before: CountsBefore;
  /** Shown above the rows. */
  children?: ReactNode;
}

const SHOWN = 10;

/** The first rows of a group's statistics, one statistic at a time; nothing if the viewer may see none. */
export function PanelCard(props: Props) {
  const { group, website, trackingId, given, go, panels, filter, shown, before, children } = props;
  /** The text that is searched; null without a search. */
  const [text, setText] = useState<string | null>(null);
  const searching = text !== null;
  const shows = useShows();
  const openProperties = useOpenProperties();
  const all = GROUPS[group].filter(({ name }) => shows(dimensionOf(name)));
  const tabs = tabsOf(all);
  const panel = panelIn(group, props.panel, shows);
  if (!panel) return null;
  const rows = website?.period[panel.name];
  const most = mostOf(rows?.nodes ?? []);
  const first = rows?.nodes.slice(0, SHOWN) ?? [];
  const whole = website && { period: website.period, website };
  const compared = whole && isCompared(whole) ? whole : null;
  const choose = (next: Panel) => go({ panels: { ...panels, [group]: next } }, 'replace');
  function close() {
    setText(null);
    document.getElementById(`${group}-search`)?.focus();
  }
  const list =
    website && rows ? (
      <ul className="panel-card-list">
        {first.map((row) => (
          <BarRow
            key={row.value}
            sum={rows.sum}
            among={rowsOf(first, website.period, given)}
            before={before.get(row.value)}
            panel={panel}
            row={row}
            most={most}
            website={website}
            filter={filter}
            compared={compared}
          />
        ))}
      </ul>
    ) : (
      <Skeleton />
    );
  return (
    <section className={`card panel-card panel-card-${group}`} aria-label={t(`group.${group}`)}>
      {children}
      <header>
        {tabs.length > 1 ? (
          <Tabs
            label={t(`group.${group}`)}
            id={group}
            tabs={tabs.map(({ id }) => ({ id, content: titleOf(id) }))}
            chosen={tabOf(panel)}
            onChoose={(id) => {
              const next = tabs.find((one) => one.id === id);
              if (next) choose(next.panel);
            }}
          />
        ) : (
          <h2>{t(`group.${group}`)}</h2>
        )}
      </header>
      <div className="panel-card-body" {...(tabs.length > 1 && tabPanel(group, tabOf(panel)))}>
        <PanelHead
          group={group}
          panel={panel}
          searching={searching}
          isCompared={compared !== null}
          parameters={parametersOf(panel, all)}
          onChoose={choose}
          onSearch={(next) => (next ? setText('') : close())}
        />
        {searching && <SearchField panel={panel} text={text} onType={setText} onClose={close} />}
        {searching && website && rows ? (
          <Boundary>
            <Suspense fallback={list}>
              <PanelFound
                panel={panel}
                website={website}
                trackingId={trackingId}
                given={given}
                most={most}
                filter={filter}
                text={text}
                shown={shown}
                compared={compared}
                before={before}
                rows={first}
                sum={rows.sum}
                onDetails={(search) => go({ details: detailsOf(panel, search) })}
              />
            </Suspense>
          </Boundary>
        ) : (
          list
        )}
        {rows?.totalCount === 0 && <p className="panel-card-empty quiet">{emptyOf(panel)}</p>}
      </div>
      <footer>
        <span className="quiet">
          {rows &&
            rows.totalCount > SHOWN &&
            !searching &&
            t('panel.of', { shown: SHOWN, total: grouped(rows.totalCount) })}
        </span>
        {group === 'events' && openProperties && (
          <button
            type="button"
            className="button plain panel-card-properties"
            disabled={!rows}
            onClick={() => openProperties({ event: undefined })}
          >
            <Tags size={15} aria-hidden /> {t('properties.title')}
          </button>
        )}
        <button
          type="button"
          className="button plain"
          disabled={!rows || rows.totalCount === 0}
          onClick={() => go({ details: detailsOf(panel) })}
        >
          <Maximize2 size={15} aria-hidden /> {t('panel.details')}
          <span className="visually-hidden">
            {' '}
            {t('panel.detailsOf', { title: inSentence(titleOf(panel.name)) })}
          </span>
        </button>
      </footer>
    </section>
  );
}

/** Shown in place of rows where there are none. */
const emptyOf = ({ name, unit }: Panel) =>
  t(name === 'CAMPAIGN' ? 'panel.none.campaign' : `panel.none.${unit}s`);

function Skeleton() {
  return (
    <div className="panel-card-list" aria-hidden="true">
      {[82, 64, 51, 43, 38, 30, 27, 22, 18, 14].map((width) => (
        <div key={width} className="panel-card-wait">
          <div className="skeleton" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
