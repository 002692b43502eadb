import { lazy, Suspense } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { Boundary } from '../../shared/Boundary.tsx';
import { t } from '../../shared/i18n/t.ts';
import type { RowFilter } from '../panels/BarRow.tsx';
import type { Period } from '../types.ts';
import { useSeen } from '../useSeen.ts';
import './worldMap.css';

const WorldMap = lazy(() => import('./WorldMap.tsx'));

/** Little more than the viewport: on most screens, the map is no part of the first view. */
const MARGIN = '100px';

interface Props {
  period: Period | null;
  trackingId: string;
  /** The filter of the period. */
  given: FilterInput | null;
  /** Filters the page by a country; null if the viewer may not. */
  filter: RowFilter | null;
}

/** The container of the map, which loads the map when it is scrolled near the viewport. */
export function MapFrame({ period, ...props }: Props) {
  const { element, isSeen } = useSeen(MARGIN);
  return (
    <div className="world-map-frame" ref={element}>
      <Boundary text={t('map.failed')}>
        <Suspense fallback={<div className="world-map-wait" />}>
          {isSeen && period ? <WorldMap period={period} {...props} /> : <div className="world-map-wait" />}
        </Suspense>
      </Boundary>
    </div>
  );
}
