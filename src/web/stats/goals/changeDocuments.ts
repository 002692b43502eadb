import { graphql } from '../../gql/gql.ts';

export const CreateGoalDocument = graphql(`
  mutation CreateGoal($input: CreateGoalInput!) {
    createGoal(input: $input) {
      __typename
      ... on CreateGoalSuccess {
        goal {
          id
          databaseId
        }
      }
      ...Refused
    }
  }
`);

export const UpdateGoalDocument = graphql(`
  mutation UpdateGoal($input: UpdateGoalInput!) {
    updateGoal(input: $input) {
      __typename
      ... on UpdateGoalSuccess {
        goal {
          id
        }
      }
      ...Refused
    }
  }
`);

export const DeleteGoalDocument = graphql(`
  mutation DeleteGoal($input: DeleteGoalInput!) {
    deleteGoal(input: $input) {
      __typename
      ... on DeleteGoalSuccess {
        goal {
          id
        }
      }
      ...Refused
    }
  }
`);
