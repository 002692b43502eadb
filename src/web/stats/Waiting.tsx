import { useCallback } from 'react';
import { addDays } from '../../calendar/days.ts';
import { graphql } from '../gql/gql.ts';
import { useAsk } from '../shared/client.ts';
import { rich } from '../shared/i18n/t.ts';
import { useLooking } from '../shared/useLooking.ts';
import type { Website } from './types.ts';

const WAITING = graphql(`
  query WaitingStatistics($id: ID!, $from: Date!, $to: Date!) {
    website(id: $id) {
      id
      dropped(from: $from, to: $to) {
        count
      }
    }
  }
`);

const DAYS = 30;
const PAUSE_MS = 2_500;

/**
 * Shown to the owner while no hit has been counted: whether hits arrive that are dropped. The page of the
 * script tag says why, and what helps.
 */
export default function Waiting({ website }: { website: Website }) {
  const { id, databaseId, today } = website;
  const [{ data }, refetch] = useAsk(WAITING, { id, from: addDays(today, 1 - DAYS), to: today });
  const look = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  useLooking(look, PAUSE_MS);
  const count = (data?.website?.dropped ?? []).reduce((sum, drop) => sum + Number(drop.count), 0);
  return (
    count > 0 && (
      <strong role="status">
        {rich('page.dropped', { count, link: (text) => <a href={`/websites/${databaseId}`}>{text}</a> })}
      </strong>
    )
  );
}
