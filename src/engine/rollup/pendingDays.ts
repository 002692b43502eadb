import DataLoader from 'dataloader';
import type { Database } from '../../db/database.ts';

/** Days whose visits an earlier version recorded, and that are not counted again yet, as 20261121. */
export interface PendingDays {
  first: number;
  last: number;
}

/** Whether any day of any website may be pending. It never becomes true again. */
export interface PendingState {
  left: boolean;
}

/** Loads the pending days of websites, in one SELECT, until none are left; null for a website without any. */
export function pendingDayLoader(
  { read }: Pick<Database, 'read'>,
  state: PendingState,
): DataLoader<number, PendingDays | null> {
  return new DataLoader(async (ids) => {
    const rows = await read.pendingDay.groupBy({
      by: ['websiteId'],
      _min: { day: true },
      _max: { day: true },
    });
    state.left = rows.length > 0;
    const days = new Map(
      rows.map(({ websiteId, _min, _max }) => [websiteId, { first: _min.day, last: _max.day }]),
    );
    return ids.map((id) => (days.get(id) as PendingDays | undefined) ?? null);
  });
}
