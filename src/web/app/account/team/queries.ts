import { graphql } from '../../../gql/gql.ts';
import type { Role, TeamQuery } from '../../../gql/graphql.ts';

/** The team of the session, with its members for those who manage them. */
export const TEAM = graphql(`
  query Team($first: Int!) {
    viewer {
      email
      language
      role
      lacksSecondFactor
      team {
        id
        name
        requiresSecondFactor
        members(first: $first) {
          totalCount
          nodes {
            id
            email
            role
            status
            isViewer
            hasSecondFactor
            expiresAt
            websites {
              id
              domain
            }
          }
        }
      }
      memberships {
        memberId
        isCurrent
        team {
          id
          name
        }
      }
    }
  }
`);

export const SWITCH = graphql(`
  mutation SwitchToTeam($input: SwitchTeamInput!) {
    switchTeam(input: $input) {
      __typename
      ...Refused
    }
  }
`);

export const CREATE_TEAM = graphql(`
  mutation CreateTeam($input: CreateTeamInput!) {
    createTeam(input: $input) {
      __typename
      ...Refused
    }
  }
`);

export const UPDATE_TEAM = graphql(`
  mutation UpdateTeam($input: UpdateTeamInput!) {
    updateTeam(input: $input) {
      __typename
      ...Refused
    }
  }
`);

export const DELETE_TEAM = graphql(`
  mutation DeleteTeam($input: DeleteTeamInput!) {
    deleteTeam(input: $input) {
      __typename
      ...Refused
    }
  }
`);

export const RESET_FACTORS = graphql(`
  mutation ResetSecondFactors($input: ResetSecondFactorsInput!) {
    resetSecondFactors(input: $input) {
      __typename
      ...Refused
    }
  }
`);

export const INVITE = graphql(`
  mutation InviteMember($input: InviteMemberInput!) {
    inviteMember(input: $input) {
      __typename
      ... on InviteMemberSuccess {
        invited {
          url
          mailed
          member {
            email
          }
        }
      }
      ...Refused
    }
  }
`);

export const UPDATE = graphql(`
  mutation UpdateMember($input: UpdateMemberInput!) {
    updateMember(input: $input) {
      __typename
      ...Refused
    }
  }
`);

export const REMOVE = graphql(`
  mutation RemoveMember($input: RemoveMemberInput!) {
    removeMember(input: $input) {
      __typename
      ... on RemoveMemberSuccess {
        member {
          email
        }
      }
      ...Refused
    }
  }
`);

export type TeamViewer = NonNullable<TeamQuery['viewer']>;
export type Member = NonNullable<NonNullable<TeamViewer['team']>['members']>['nodes'][number];

/** The maximum page size of the server. Few teams have more members. */
export const MOST = 100;

/** The roles, the one with the fewest rights first. */
export const ROLES: readonly Role[] = ['VIEWER', 'EDITOR', 'ADMIN', 'OWNER'];

/** The roles that a viewer may give to others. */
export const rolesFor = (own: Role | null): readonly Role[] =>
  own === 'OWNER' ? ROLES : ROLES.filter((role) => role !== 'OWNER');

/** Whether members with a role can be limited to websites. The others have access to all. */
export const canBeLimited = (role: Role): boolean => role === 'VIEWER' || role === 'EDITOR';
