import { Maximize2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { grouped } from '../../../stats/format.ts';
import { detailsOf } from '../details/detailsAddress.ts';
import { useShows } from '../link/shows.ts';
import type { Website } from '../types.ts';
import type { Go } from '../useAddress.ts';
import { BarRow, mostOf, type RowFilter } from './BarRow.tsx';
import { dimensionOf, GROUPS, type GroupName, type Panel } from './panels.ts';
import { Tabs, tabPanel } from './Tabs.tsx';
import './panelCard.css';

interface Props {
  group: GroupName;
  title: string;
  panel: Panel;
  /** Null during the first load. */
  website: Website | null;
  go: Go;
  panels: Record<GroupName, Panel>;
  /** Filters the page by a row; null if the viewer may not. */
  filter: RowFilter | null;
  children?: ReactNode;
}

const SHOWN = 10;

/**
 * The first rows of a group's statistics, one statistic at a time. The children are shown next to the rows.
 */
export function PanelCard({ group, title, panel: chosen, website, go, panels, filter, children }: Props) {
  const shows = useShows();
  const tabs = GROUPS[group].filter(({ name }) => shows(dimensionOf(name)));
  const panel = tabs.includes(chosen) ? chosen : tabs[0];
  if (!panel) return null;
  const rows = website?.period[panel.name];
  const most = mostOf(rows?.nodes ?? []);
  const choose = (name: string) => {
    const next = tabs.find((one) => one.name === name);
    if (next) go({ panels: { ...panels, [group]: next } }, 'replace');
  };
  return (
    <section className={`card panel-card panel-card-${group}`} aria-label={title}>
      {children}
      <div className="panel-card-rows">
        <header>
          {tabs.length > 1 ? (
            <Tabs
              label={title}
              id={group}
              tabs={tabs.map(({ name, tab }) => ({ id: name, content: tab }))}
              chosen={panel.name}
              onChoose={choose}
            />
          ) : (
            <h2>{title}</h2>
          )}
        </header>
        <div className="panel-card-body" {...(tabs.length > 1 && tabPanel(group, panel.name))}>
          <p className="panel-card-head quiet">
            <span>{panel.heading}</span>
            <span className="panel-card-unit">{`${panel.unit}s`}</span>
            <span className="panel-card-share">share</span>
          </p>
          {website && rows ? (
            <ul className="panel-card-list">
              {rows.nodes.slice(0, SHOWN).map((row) => (
                <BarRow
                  key={row.value}
                  panel={panel}
                  row={row}
                  sum={rows.sum}
                  most={most}
                  {...{ website, filter }}
                />
              ))}
            </ul>
          ) : (
            <Skeleton />
          )}
          {rows?.totalCount === 0 && <p className="panel-card-empty quiet">{panel.empty}</p>}
        </div>
        <footer>
          <span className="quiet">
            {rows && rows.totalCount > SHOWN && `${SHOWN} of ${grouped(rows.totalCount)}`}
          </span>
          <button
            type="button"
            className="button plain"
            disabled={!rows || rows.totalCount === 0}
            onClick={() => go({ details: detailsOf(panel) })}
          >
            <Maximize2 size={15} aria-hidden /> Details
            <span className="visually-hidden"> of {panel.title.toLowerCase()}</span>
          </button>
        </footer>
      </div>
    </section>
  );
}

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
