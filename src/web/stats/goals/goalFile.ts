import type { Client } from 'urql';
import type { StatisticsGoalFileQuery, StatisticsGoalFileQueryVariables } from '../../gql/graphql.ts';
import { ask } from '../../shared/client.ts';
import { download } from '../../shared/download.ts';
import { csvText } from '../details/download.ts';
import { PART } from './cardDocuments.ts';
import { GoalFileDocument } from './fileDocuments.ts';
import { type AllGoals, goalRows } from './goalRows.ts';

type Period = NonNullable<StatisticsGoalFileQuery['website']>['period'];

interface About {
  /** What the card reads. */
  variables: Omit<StatisticsGoalFileQueryVariables, 'first' | 'offset'>;
  domain: string;
  /** Whether the numbers of the compared period are columns. */
  isCompared: boolean;
}

/** Reads all goals of the website in parts: their numbers cost more points than one operation may. */
async function readGoals(
  client: Client,
  { variables, isCompared }: About,
): Promise<AllGoals & Pick<Period, 'from' | 'to'>> {
  const readPart = async (offset: number): Promise<Period> => {
    const { website } = await ask(client, GoalFileDocument, { ...variables, first: PART, offset });
    if (!website) throw new TypeError('The website was deleted.');
    return website.period;
  };
  const parts = [await readPart(0)];
  while (parts.at(-1)?.goals.length === PART) parts.push(await readPart(parts.length * PART));
  const { from = '', to = '' } = parts[0] ?? {};
  return {
    ...{ from, to, rows: parts.flatMap(({ goals }) => goals) },
    before: isCompared ? parts.flatMap(({ previous }) => previous?.goals ?? []) : null,
  };
}

/**
 * Offers all goals as a CSV file, whose name has the website and the days.
 * @throws CombinedError if their numbers cannot be read.
 */
export async function saveGoals(client: Client, about: About): Promise<void> {
  const { from, to, ...all } = await readGoals(client, about);
  download(`${[about.domain, 'goals', from, to].join('-')}.csv`, 'text/csv', csvText(goalRows(all)));
}
