import { SKIP_REASONS } from '../../../../transfer/sources/skipReasons.ts';
import { graphql } from '../../../gql/gql.ts';
import type { ImportFieldsFragment, ImportsQuery } from '../../../gql/graphql.ts';
import { daysInWords, grouped } from '../../../shared/i18n/format.ts';
import { t } from '../../../shared/i18n/t.ts';

/** The imports of a website, and the formats of files. */
export const IMPORTS = graphql(`
  query Imports($id: ID!, $first: Int!) {
    importSources {
      name
      label
    }
    website(id: $id) {
      id
      imports(first: $first) {
        totalCount
        nodes {
          ...ImportFields
        }
      }
    }
  }

  fragment ImportFields on Import {
    id
    databaseId
    source
    files
    state
    error
    startedBy
    from
    to
    rows
    skipped {
      reason
      count
      examples {
        file
        line
        message
      }
    }
    visitors
    visits
    pageviews
    events
    ownHitsFrom
    progress {
      step
      rows
    }
    createdAt
    finishedAt
  }
`);

export type Import = ImportFieldsFragment;

export const START = graphql(`
  mutation StartImport($input: StartImportInput!) {
    startImport(input: $input) {
      __typename
      ...Refused
    }
  }
`);

export const UNDO = graphql(`
  mutation UndoImport($input: UndoImportInput!) {
    undoImport(input: $input) {
      __typename
      ...Refused
    }
  }
`);

/** A product or format of files. */
export type Source = ImportsQuery['importSources'][number];

/** The name of a source. Those of products are the same in every language. */
export const sourceInWords = ({ name, label }: Source): string =>
  name === 'log' ? t('imports.accessLog') : label;

/** Whether the server works on an import. */
export const isActive = ({ state }: Pick<Import, 'state'>) =>
  state === 'READING' || state === 'RUNNING' || state === 'UNDOING';

/** Whether an import has not been started or is running: its form is shown above the list. */
export const isOpen = ({ state }: Pick<Import, 'state'>) =>
  state === 'READING' || state === 'READY' || state === 'RUNNING';

/** The days of an import; null until they are known. */
export const daysOf = ({ from, to }: Import): string | null => (from && to ? daysInWords(from, to) : null);

/** What an import counts: `3 visitors · 4 visits · 30 pageviews`. */
export const countsOf = ({ visitors, visits, pageviews, events }: Import): string[] => [
  t('imports.visitors', { count: visitors }),
  t('imports.visits', { count: visits }),
  t('imports.pageviews', { count: pageviews }),
  ...(events > 0 ? [t('imports.events', { count: events })] : []),
];

/** A reason for which rows are not imported. One without a text is shown as the server names it. */
export const reasonInWords = (reason: string): string => {
  const known = SKIP_REASONS.find((one) => one === reason);
  return known ? t(`imports.reason.${known}`) : reason;
};

/** What the server does, and how far it is. */
export function progressInWords({ state, progress }: Import): string {
  if (state === 'UNDOING') return t('imports.UNDOING.busy');
  if (!progress) return t(state === 'READING' ? 'imports.READING.busy' : 'imports.RUNNING.busy');
  const rows = grouped(progress.rows);
  return progress.step === 'READ' ? t('imports.read', { rows }) : t('imports.stored', { rows });
}
