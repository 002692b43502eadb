import { graphql } from '../../gql/gql.ts';
import type { WaysInQuery } from '../../gql/graphql.ts';

export const LOGIN_OPTIONS = graphql(`
  query LoginOptions {
    needsOwner
    loginOptions {
      passwords
      providers {
        name
        label
      }
    }
  }
`);

/** The ways in which the viewer can log in, except passkeys. */
export const WAYS_IN = graphql(`
  query WaysIn {
    loginOptions {
      passwords
      providers {
        name
        label
      }
    }
    viewer {
      email
      hasPassword
      identities {
        id
        provider
        label
        createdAt
        lastUsedAt
      }
    }
  }
`);

export type Provider = WaysInQuery['loginOptions']['providers'][number];
export type Identity = NonNullable<NonNullable<WaysInQuery['viewer']>['identities']>[number];

/** Whether the viewer can give a password; true until the server has answered. */
export const usesPassword = (data: WaysInQuery | undefined): boolean =>
  data === undefined || (data.loginOptions.passwords && data.viewer?.hasPassword !== false);
