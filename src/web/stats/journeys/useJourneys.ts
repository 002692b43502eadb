import { useState } from 'react';
import type { FilterInput, StatisticsJourneysQuery } from '../../gql/graphql.ts';
import { periodOf, type Shown } from '../address.ts';
import { comparisonOf, usuallyCompared } from '../compare.ts';
import type { Website } from '../types.ts';
import { useAskLater } from '../useAskLater.ts';
import { JourneysBeforeDocument, JourneysDocument, NODES } from './documents.ts';
import type { Anchor, Journey } from './journeyAddress.ts';
import type { JourneyNode } from './tree.ts';

/** A condition on every event, whose negation selects pageviews. */
const ANY_EVENT: FilterInput = { event: { contains: '' } };

/** The condition on the hits that an anchor stands for. The event of a page is a step of its own. */
function conditionOf({ kind, value }: Anchor): FilterInput {
  if (kind === 'goal') return { goal: value };
  return kind === 'page' ? { page: { in: [value] }, not: ANY_EVENT } : { event: { in: [value] } };
}

interface Question {
  website: Website;
  trackingId: string;
  shown: Pick<Shown, 'range' | 'compare'>;
  /** The filter of the statistics. */
  given: FilterInput | null;
  journey: Pick<Journey, 'direction' | 'steps'>;
  /** Null to read nothing. */
  anchor: Anchor | null;
  isCompared: boolean;
  /** Whether new statistics are loading. */
  stale: boolean;
}

/** Reads journeys after the page has its numbers, again with them, and then those of the compared period. */
export function useJourneys(question: Question) {
  const { website, trackingId, shown, given, journey, anchor, isCompared, stale } = question;
  const { direction, steps } = journey;
  const variables = {
    trackingId,
    filter: given,
    ...periodOf(shown.range),
    [direction]: anchor && conditionOf(anchor),
    steps,
    first: NODES[steps],
    third: steps > 2,
    fourth: steps > 3,
    fifth: steps > 4,
  };
  const key = JSON.stringify(variables);
  const pause = anchor === null || stale;
  const asked = useAskLater(JourneysDocument, variables, { website, pause });
  const read = asked.isCurrent ? asked.data?.website?.period.journeys : undefined;
  // While others are loading, the last ones stay.
  const [kept, setKept] = useState<{ roots: Roots; key: string } | null>(null);
  if (read && (read !== kept?.roots || key !== kept.key)) setKept({ roots: read, key });
  const isCurrent = kept?.key === key;

  const variablesBefore = { ...variables, ...comparisonOf(shown.compare ?? usuallyCompared(shown.range)) };
  const before = useAskLater(JourneysBeforeDocument, variablesBefore, {
    website,
    pause: pause || !isCompared || !isCurrent,
  });
  return {
    /** Null as long as they are loading. */
    roots: kept?.roots ?? null,
    before: (before.isCurrent && before.data?.website?.period.previous?.journeys) || null,
    error: asked.isPaused || asked.fetching ? undefined : asked.error,
    /** Whether the roots are those of another question. */
    isOld: !isCurrent,
    retry: asked.read,
  };
}

type Roots = NonNullable<StatisticsJourneysQuery['website']>['period']['journeys'] & readonly JourneyNode[];
