import type { ReactNode } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { Problem } from '../../shared/Problem.tsx';
import type { FilterPart } from '../filters/conditions.ts';
import { useGoalNames } from '../goals/goalNames.ts';
import { CsvButton } from '../panels/CsvButton.tsx';
import { isCompared } from '../panels/RowChange.tsx';
import type { Go } from '../useAddress.ts';
import { type SavedFunnel, stepsOf } from './editedFunnel.ts';
import { FunnelSplit } from './FunnelSplit.tsx';
import { FunnelSteps } from './FunnelSteps.tsx';
import type { ShownFunnel } from './funnelAddress.ts';
import { rulesInWords } from './rules.ts';
import { SplitSelect } from './SplitSelect.tsx';
import { type ShownPage, useFunnel } from './useFunnel.ts';
import { Whole } from './Whole.tsx';

interface Props {
  funnel: SavedFunnel;
  page: ShownPage;
  address: ShownFunnel;
  /** The filter of the statistics. */
  given: FilterInput | null;
  go: Go;
  canFilter: boolean;
  /** A button at the end of the card. */
  children: ReactNode;
}

/** The numbers of a funnel: all visitors, and if it is split, those of values of a statistic. */
export function ChosenFunnel({ funnel, page, address, given, go, canFilter, children }: Props) {
  const goals = useGoalNames();
  const { website, shown } = page;
  const { period } = website;
  const { result, before, error, read } = useFunnel(page, String(funnel.databaseId), given);
  const compared = isCompared({ period, website }) ? { period, website } : null;
  const steps = stepsOf(funnel);
  const filter = canFilter ? (filters: FilterPart[]) => go({ filters }) : null;
  // A shared link may not show the values.
  const split = address.split && period[address.split.name] ? address.split : null;
  return (
    <>
      <div className="panel-card-body">
        {error && <Problem error={error} retry={read} />}
        {!result && !error && <div className="skeleton funnels-wait" />}
        {result && (
          <div className="funnels-parts">
            <div>
              <Whole result={result} before={before} compared={compared} rules={rulesInWords(funnel)} />
              <FunnelSteps
                result={result}
                before={before}
                compared={compared}
                steps={steps}
                filters={shown.filters}
                filter={filter}
              />
            </div>
            {split && (
              <FunnelSplit page={page} funnel={funnel} result={result} panel={split} filter={filter} />
            )}
          </div>
        )}
      </div>
      <footer>
        <SplitSelect
          period={period}
          chosen={split}
          onChoose={(panel) => go({ funnel: { ...address, split: panel } })}
        />
        <span className="panel-card-end">
          {result && (
            <CsvButton
              save={async () => {
                const { saveFunnel } = await import('./funnelFile.ts');
                saveFunnel({ funnel, steps, result, before, website, goals });
              }}
            />
          )}
          {children}
        </span>
      </footer>
    </>
  );
}
