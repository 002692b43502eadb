import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { Boundary } from '../../shared/Boundary.tsx';
import type { FilterPart } from '../filters/conditions.ts';
import { withProperty } from '../filters/rowFilter.ts';
import { useShows } from '../link/shows.ts';
import { Opening } from '../shortcuts/Opening.tsx';
import type { Website } from '../types.ts';
import type { Go } from '../useAddress.ts';
import { PropertiesOpening, type PropertyOwner } from './openProperties.ts';

const PropertiesDialog = lazy(() => import('./PropertiesDialog.tsx'));

interface Props {
  /** Null during the first load. */
  website: Website | null;
  trackingId: string;
  /** The filter of the statistics, and its parts. */
  given: FilterInput | null;
  filters: readonly FilterPart[];
  go: Go;
  /** Whether the viewer may filter. Others see no properties either. */
  canFilter: boolean;
  children: ReactNode;
}

/** Lets rows of events open their properties, whose values filter the page. */
export function Properties({ website, trackingId, given, filters, go, canFilter, children }: Props) {
  const [owner, setOwner] = useState<PropertyOwner | null>(null);
  const shows = useShows();
  return (
    <PropertiesOpening value={canFilter && shows('property') ? setOwner : null}>
      {children}
      {website && owner && (
        <Boundary className="part-failed-dialog card">
          <Suspense fallback={<Opening />}>
            <PropertiesDialog
              opened={owner}
              website={website}
              trackingId={trackingId}
              given={given}
              onClose={() => setOwner(null)}
              onFilter={(property) => {
                setOwner(null);
                go({ filters: withProperty(filters, property), details: null }, 'replace');
              }}
            />
          </Suspense>
        </Boundary>
      )}
    </PropertiesOpening>
  );
}
