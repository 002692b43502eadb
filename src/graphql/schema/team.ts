import { findInvitation, type Invitation } from '../../auth/members/invitations.ts';
import {
  emailOf,
  hasSecondFactor,
  type LoadedMember,
  listMembers,
  MAX_ONLY,
  statusOf,
} from '../../auth/members/members.ts';
import { currentTeam, listTeams, MAX_TEAMS, type TeamMembership } from '../../auth/members/teams.ts';
import { canForTeam } from '../../auth/permissions.ts';
import { isBound, websitesOf } from '../../auth/viewer.ts';
import { AppError } from '../../errors.ts';
import type { Page } from '../../validation/paging.ts';
import type { Role } from '../../validation/roles.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { connection, PAGING_HELP, rowsAsked } from './connection.ts';
import { MemberStatusEnum, RoleEnum } from './enums.ts';
import { WebsiteRef } from './website.ts';

export const TeamRef = builder.prismaNode('Team', {
  description: 'People who share websites. Each website belongs to one team.',
  id: { field: 'id', description: 'Opaque global id, valid as an argument of `node`.' },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the team.' }),
    requiresSecondFactor: t.exposeBoolean('requiresSecondFactor', {
      description:
        'Whether sessions need a second factor for access to the team. API keys have access without one.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time when the team was created.' }),
  }),
});

export const MemberRef = builder.objectRef<LoadedMember>('Member').implement({
  description: 'A member of a team, or an invitation that was not accepted yet.',
  fields: (t) => ({
    id: t.globalID({
      description: 'Opaque global id, for `updateMember` and `removeMember`.',
      resolve: ({ id }) => ({ type: 'Member', id: String(id) }),
    }),
    databaseId: t.exposeInt('id', { description: 'Id of the member in the REST API.' }),
    email: t.string({
      description: 'Email address of the person.',
      resolve: (member) => emailOf(member),
    }),
    role: t.field({
      type: RoleEnum,
      description: 'Role of the person in the team.',
      resolve: ({ role }) => role as Role,
    }),
    websites: t.field({
      type: [WebsiteRef],
      nullable: true,
      cost: { times: 20 },
      description: `The only websites that the person has access to, at most ${MAX_ONLY}; null for all.`,
      resolve: async (member, _args, { loaders }) => {
        const only = websitesOf(member);
        if (only === null) return null;
        const rows = await Promise.all(Array.from(only, (id) => loaders.website.load(id)));
        return rows.filter((row) => row !== null);
      },
    }),
    status: t.field({
      type: MemberStatusEnum,
      description: 'Whether the person belongs to the team.',
      resolve: (member, _args, { now }) => statusOf(member, now()),
    }),
    hasSecondFactor: t.boolean({
      nullable: true,
      description: 'Whether the person has a second factor; null for an invitation.',
      resolve: hasSecondFactor,
    }),
    isViewer: t.boolean({
      description: 'Whether the member is the viewer.',
      resolve: ({ id }, _args, { viewer }) => viewer.kind === 'account' && viewer.memberId === id,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the person was invited; for the first owner, when the team was created.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the invitation expires; null for a person who belongs to the team.',
    }),
  }),
});

const MemberConnection = builder.connectionObject(
  {
    type: MemberRef,
    name: 'MemberConnection',
    description: 'A page of members.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'Number of members and invitations over all pages.',
        resolve: (page) => (page as unknown as Page<LoadedMember>).total,
      }),
    }),
  },
  { name: 'MemberEdge', description: 'A member and its cursor.' },
);

builder.objectField(TeamRef, 'members', (t) =>
  t.field({
    type: MemberConnection,
    nullable: true,
    description:
      'Members and invitations of the team, the oldest first. Null unless the viewer has the role `ADMIN` ' +
      'in it, and for an API key without the scope `MEMBERS_WRITE`.',
    cost: ({ first }) => ({ points: 200, below: { rows: rowsAsked(first) } }),
    args: {
      first: t.arg.int({ description: PAGING_HELP.first }),
      after: t.arg.string({ description: PAGING_HELP.after }),
    },
    resolve: async ({ id }, { first, after }, context) => {
      const { viewer } = context;
      if (!canForTeam(viewer, 'manageMembers') || viewer.teamId !== id) return null;
      return connection(await listMembers({ per_page: first, after }, context), (member) => member);
    },
  }),
);

const MembershipRef = builder.objectRef<TeamMembership>('Membership').implement({
  description: 'A team that the viewer belongs to.',
  fields: (t) => ({
    memberId: t.globalID({
      description:
        'Opaque global id of the viewer among the members, for `removeMember`: every member may leave.',
      resolve: ({ id }) => ({ type: 'Member', id: String(id) }),
    }),
    team: t.expose('team', { type: TeamRef, description: 'The team that the viewer belongs to.' }),
    role: t.field({
      type: RoleEnum,
      description: 'The viewer’s role in the team.',
      resolve: ({ role }) => role as Role,
    }),
    isCurrent: t.boolean({
      description: 'Whether the session shows the websites of this team (`switchTeam`).',
      resolve: ({ id }, _args, { viewer }) => viewer.kind === 'account' && viewer.memberId === id,
    }),
  }),
});

builder.objectFields(AccountRef, (t) => ({
  team: t.field({
    type: TeamRef,
    nullable: true,
    cost: 20,
    description:
      'The team whose websites the viewer has access to; null without one, and for an API key that is ' +
      'restricted to one website.',
    resolve: (_account, _args, context) => (isBound(context.viewer) ? null : currentTeam(context)),
  }),
  role: t.field({
    type: RoleEnum,
    nullable: true,
    description: 'The viewer’s role in that team; null without one.',
    resolve: (_account, _args, { viewer }) =>
      viewer.kind === 'account' && viewer.teamId !== null ? viewer.role : null,
  }),
  lacksSecondFactor: t.boolean({
    description:
      'Whether the session has no access to its team, because the team requires a second factor and the ' +
      'session was opened with the password alone. `team` and `role` are then null. The access begins when ' +
      'the person adds a second factor in this session, or logs in with one.',
    resolve: (_account, _args, { viewer }) => viewer.kind === 'account' && viewer.blockedTeamId !== null,
  }),
  memberships: t.field({
    type: [MembershipRef],
    nullable: true,
    cost: { points: 20, times: MAX_TEAMS },
    description: `The teams of the viewer, at most ${MAX_TEAMS}. Null for an API key.`,
    resolve: (_account, _args, context) => listTeams(context),
  }),
}));

const InvitationRef = builder.objectRef<Invitation>('Invitation').implement({
  description: 'An invitation to a team.',
  fields: (t) => ({
    teamName: t.string({ description: 'Name of the team.', resolve: ({ team }) => team.name }),
    email: t.exposeString('email', { description: 'Email address of the invited person.' }),
    role: t.field({
      type: RoleEnum,
      description: 'Role that the person gets.',
      resolve: ({ role }) => role as Role,
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the invitation expires.',
    }),
  }),
});

builder.queryField('invitation', (t) =>
  t.field({
    type: InvitationRef,
    nullable: true,
    cost: 200,
    description:
      'The invitation with a token; null if it was accepted or revoked, has expired or never existed.',
    args: {
      token: t.arg.string({ required: true, description: 'Token of the link: `token` in its address.' }),
    },
    resolve: (_root, { token }, context) =>
      findInvitation(token, context).catch((error) => {
        if (error instanceof AppError && error.kind === 'invalid') return null;
        throw error;
      }),
  }),
);
