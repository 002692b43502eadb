import { expect, test } from '@jest/globals';
import { detailsOf } from '../../src/web/stats/details/detailsAddress.ts';
import { columnsWithGoal, withShownColumns } from '../../src/web/stats/details/goalColumns.ts';
import { currenciesOf, goalNumbersOf } from '../../src/web/stats/goals/goalNumbers.ts';
import { panelNamed } from '../../src/web/stats/panels/panels.ts';

const money = (amounts: Record<string, string>) =>
  Object.entries(amounts).map(([currency, amount]) => ({ currency, amount }));

test('an amount stays the exact text of its currency, and a currency that does not occur is 0', () => {
  const goal = { conversions: 2, conversionRate: null, revenue: money({ EUR: '9999999999999999.99' }) };
  expect(goalNumbersOf({ goal }, 'EUR')).toEqual({
    conversions: 2,
    conversionRate: null,
    revenue: '9999999999999999.99',
  });
  expect(goalNumbersOf({ revenue: money({ EUR: '1' }) }, 'USD')).toEqual({ revenue: '0' });
  expect(goalNumbersOf({}, 'EUR')).toEqual({});
});

test('the currency with the largest amount comes first, also if it is one of the compared days', () => {
  const days = { from: '2026-11-15', to: '2026-11-21' };
  const previous = { ...days, revenue: money({ CHF: '-300', EUR: '1' }) };
  const read = { ...days, revenue: money({ AUD: '5', EUR: '200.50' }), previous };
  expect(currenciesOf(read as unknown as Parameters<typeof currenciesOf>[0])).toEqual(['CHF', 'EUR', 'AUD']);
});

const pages = detailsOf(panelNamed('page') as NonNullable<ReturnType<typeof panelNamed>>);

test('the first goal adds its columns to the details; without one they are left out', () => {
  const columns = columnsWithGoal(['visitors', 'revenue'], '3');
  expect(columns).toEqual(['visitors', 'revenue', 'conversions', 'conversion_rate']);
  expect(columnsWithGoal(columns, null)).toEqual(['visitors', 'revenue']);
  expect(columnsWithGoal(['conversions'], '4')).toEqual(['conversions']);
  expect(withShownColumns({ ...pages, columns }, []).columns).toEqual(['visitors']);
  expect(withShownColumns({ ...pages, columns: ['revenue'] }, []).columns).toEqual(pages.columns);
});
