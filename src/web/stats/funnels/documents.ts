import { graphql } from '../../gql/gql.ts';

/** The saved funnels that the viewer may read. The operation of the page reads whether there are any. */
export const FunnelsDocument = graphql(`
  query StatisticsFunnels($trackingId: String!) {
    website(trackingId: $trackingId) {
      id
      shownFunnels {
        id
        databaseId
        name
        # Null unless the viewer is in the team of the website.
        steps
        scope
        strict
        within
      }
    }
  }
`);

/** How many visitors reached the steps of a saved funnel, and those of the compared period. */
export const FunnelDocument = graphql(`
  query StatisticsFunnel(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $filter: FilterInput
    $compare: Comparison = PREVIOUS
    $compareFrom: Date
    $compareTo: Date
    $funnel: ID!
  ) {
    website(trackingId: $trackingId) {
      id
      period(
        name: $name
        from: $from
        to: $to
        filter: $filter
        compare: $compare
        compareFrom: $compareFrom
        compareTo: $compareTo
      ) {
        funnel(id: $funnel) {
          # Its changes invalidate the result.
          funnel {
            id
            databaseId
          }
          visitors
          conversionRate
          steps {
            name
            visitors
            dropped
            rateFromPrevious
            rateFromFirst
            medianSeconds
            leftTo(first: 5) {
              value
              visitors
            }
          }
        }
        previous(elapsed: true) {
          funnel(id: $funnel) {
            conversionRate
            steps {
              visitors
            }
          }
        }
      }
    }
  }
`);

/** How many visitors reached the steps of a funnel that is being edited. */
export const FunnelPreviewDocument = graphql(`
  query StatisticsFunnelPreview(
    $trackingId: String!
    $name: PeriodName
    $from: Date
    $to: Date
    $filter: FilterInput
    $steps: [FunnelStepInput!]!
    $scope: FunnelScope
    $strict: Boolean
    $within: Int
  ) {
    website(trackingId: $trackingId) {
      id
      period(name: $name, from: $from, to: $to, filter: $filter) {
        funnel(steps: $steps, scope: $scope, strict: $strict, within: $within) {
          steps {
            visitors
          }
        }
      }
    }
  }
`);

export const CreateFunnelDocument = graphql(`
  mutation CreateFunnel($input: CreateFunnelInput!) {
    createFunnel(input: $input) {
      __typename
      ... on CreateFunnelSuccess {
        funnel {
          id
          databaseId
        }
      }
      ...Refused
    }
  }
`);

export const UpdateFunnelDocument = graphql(`
  mutation UpdateFunnel($input: UpdateFunnelInput!) {
    updateFunnel(input: $input) {
      __typename
      ... on UpdateFunnelSuccess {
        funnel {
          id
        }
      }
      ...Refused
    }
  }
`);

export const DeleteFunnelDocument = graphql(`
  mutation DeleteFunnel($input: DeleteFunnelInput!) {
    deleteFunnel(input: $input) {
      __typename
      ... on DeleteFunnelSuccess {
        funnel {
          id
        }
      }
      ...Refused
    }
  }
`);
