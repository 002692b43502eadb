import { type ComponentProps, lazy, Suspense } from 'react';
import { Boundary } from '../../shared/Boundary.tsx';
import { useSeen } from '../useSeen.ts';

const JourneysCard = lazy(() => import('./JourneysCard.tsx'));

/** Far enough that the journeys are usually there before the card is in the viewport. */
const MARGIN = '400px';

/** The card of journeys. Few people scroll to it, so it is loaded only when it is near the viewport. */
export function Journeys(props: ComponentProps<typeof JourneysCard>) {
  const { journey } = props.shown;
  const { element, isSeen } = useSeen(MARGIN, journey.anchor !== null || journey.open.length > 0);
  return (
    <div ref={element}>
      {isSeen && (
        <Boundary>
          <Suspense>
            <JourneysCard {...props} />
          </Suspense>
        </Boundary>
      )}
    </div>
  );
}
