import { graphql } from '../../gql/gql.ts';

export const CreateAnnotationDocument = graphql(`
  mutation CreateAnnotation($input: CreateAnnotationInput!) {
    createAnnotation(input: $input) {
      __typename
      ... on CreateAnnotationSuccess {
        annotation {
          id
        }
      }
      ...Refused
    }
  }
`);

export const UpdateAnnotationDocument = graphql(`
  mutation UpdateAnnotation($input: UpdateAnnotationInput!) {
    updateAnnotation(input: $input) {
      __typename
      ... on UpdateAnnotationSuccess {
        annotation {
          id
        }
      }
      ...Refused
    }
  }
`);

export const DeleteAnnotationDocument = graphql(`
  mutation DeleteAnnotation($input: DeleteAnnotationInput!) {
    deleteAnnotation(input: $input) {
      __typename
      ... on DeleteAnnotationSuccess {
        annotation {
          id
        }
      }
      ...Refused
    }
  }
`);
