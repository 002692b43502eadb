import { ConfirmationRequired } from '../../auth/confirmation.ts';
import {
  acceptInvitation,
  type Invited,
  inviteMember,
  MAX_INVITATION_MAILS,
} from '../../auth/members/invitations.ts';
import { resetMemberFactors } from '../../auth/members/memberFactors.ts';
import { changeMember, removeMember } from '../../auth/members/members.ts';
import { createTeam, deleteTeam, MAX_TEAMS, switchTeam, updateTeam } from '../../auth/members/teams.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { RoleEnum } from './enums.ts';
import { memberId, teamId, websiteId } from './ids.ts';
import { MemberRef, TeamRef } from './team.ts';
import { CONFIRMED_SESSION, outcome, withUserErrors } from './userErrors.ts';

const InviteInput = builder.inputType('InviteMemberInput', {
  description: 'A person to invite to the viewer’s team.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'Email address of the person.' }),
    role: t.field({ type: RoleEnum, required: true, description: 'Role that the person gets.' }),
    websites: t.idList({
      description:
        'Ids of the only websites that the person gets access to. All by default, and always for the roles ' +
        '`ADMIN` and `OWNER`.',
    }),
  }),
});

const UpdateInput = builder.inputType('UpdateMemberInput', {
  description: 'Changes of a member. Omitted fields stay unchanged.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the member.' }),
    role: t.field({ type: RoleEnum, description: 'New role of the member.' }),
    websites: t.idList({
      description: 'Ids of the only websites that the member has access to; null for all.',
    }),
  }),
});

const RemoveInput = builder.inputType('RemoveMemberInput', {
  description: 'A member to remove, or an invitation to revoke.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the member.' }) }),
});

const AcceptInput = builder.inputType('AcceptInvitationInput', {
  description: 'An invitation to accept.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'Token of the link: `token` in its address.' }),
    password: t.string({
      description:
        'Password of the person’s account. If there is none, it is created with this password: 12 to 128 ' +
        'characters, and not a common password. Not needed by the person’s own session.',
    }),
  }),
});

const SwitchInput = builder.inputType('SwitchTeamInput', {
  description: 'The team to show.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of a team of the viewer.' }) }),
});

const CreateInput = builder.inputType('CreateTeamInput', {
  description: 'A team that the viewer creates and owns.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the team: 1 to 100 characters.' }),
  }),
});

const UpdateTeamInput = builder.inputType('UpdateTeamInput', {
  description: 'Changes of the viewer’s team. Omitted fields stay unchanged.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the team: 1 to 100 characters.' }),
    requiresSecondFactor: t.boolean({
      description:
        'Whether sessions need a second factor for access to the team. To require it, the viewer’s session ' +
        'must have one.',
    }),
  }),
});

const DeleteTeamInput = builder.inputType('DeleteTeamInput', {
  description: 'The team to delete.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the team that the viewer’s session shows.' }),
  }),
});

const ResetInput = builder.inputType('ResetSecondFactorsInput', {
  description: 'A member who has lost the second factors.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the member.' }) }),
});

const InvitedRef = builder.objectRef<Invited>('InvitedMember').implement({
  description: 'A new invitation with the address where the person accepts it.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description: 'Address of the page where the person accepts, once, within seven days. It is not stored.',
    }),
    mailed: t.exposeBoolean('mailed', {
      description:
        'Whether the server also mails the address to the person. False if it sends no mail, or if the ' +
        `team has invited the person ${MAX_INVITATION_MAILS} times in the last 24 hours already.`,
    }),
    member: t.expose('member', { type: MemberRef, description: 'The invitation among the members.' }),
  }),
});

const RIGHTS = 'Requires the role `ADMIN`, and for owners the role `OWNER`.';
const CONFIRMED = `${RIGHTS} Requires ${CONFIRMED_SESSION}, or an API key with the scope \`MEMBERS_WRITE\`.`;
const member = { name: 'member', description: 'The member that was changed or removed.' };
const viewer = { name: 'viewer', description: 'The account of the session.' };
const team = { name: 'team', description: 'The team that the session shows.' };

/** Decodes ids of websites. Null is all; undefined leaves them unchanged. */
const websitesIn = (ids: readonly (string | number)[] | null | undefined) =>
  ids == null ? ids : ids.map((id) => websiteId(String(id)));

builder.mutationFields((t) => ({
  inviteMember: t.field({
    cost: 1_000,
    type: InvitedRef,
    description:
      'Invites a person to the viewer’s team, and mails the invitation if the server sends mail. Their ' +
      `earlier invitation ends. ${CONFIRMED}`,
    errors: outcome(
      'InviteMember',
      'The person was invited.',
      { name: 'invited', description: 'The invitation, and the address where the person accepts it.' },
      [ConfirmationRequired],
    ),
    args: { input: t.arg({ type: InviteInput, required: true, description: 'The person to invite.' }) },
    resolve: (_root, { input: { websites, ...rest } }, context) =>
      withUserErrors(() => inviteMember({ ...rest, websites: websitesIn(websites) }, context)),
  }),
  updateMember: t.field({
    cost: 1_000,
    type: MemberRef,
    description: `Changes the role or the websites of a member, or of an invitation. ${CONFIRMED}`,
    errors: outcome('UpdateMember', 'The member was changed.', member, [ConfirmationRequired]),
    args: { input: t.arg({ type: UpdateInput, required: true, description: 'The member and the changes.' }) },
    resolve: (_root, { input: { id, role, websites } }, context) => {
      const given = websites === undefined ? {} : { websites: websitesIn(websites) };
      return withUserErrors(() => changeMember(memberId(id), { role, ...given }, context));
    },
  }),
  removeMember: t.field({
    cost: 1_000,
    type: MemberRef,
    description:
      'Removes a member from the viewer’s team, or revokes an invitation. The API keys of the member end. ' +
      `Every member may leave, except the only owner. ${CONFIRMED}`,
    errors: outcome('RemoveMember', 'The member was removed.', member, [ConfirmationRequired]),
    args: { input: t.arg({ type: RemoveInput, required: true, description: 'The member to remove.' }) },
    resolve: (_root, { input: { id } }, context) => withUserErrors(() => removeMember(memberId(id), context)),
  }),
  acceptInvitation: t.field({
    cost: 2_000,
    type: AccountRef,
    description: 'Accepts an invitation: the person joins the team, and is logged in with a session.',
    errors: outcome('AcceptInvitation', 'The person joined the team.', viewer),
    args: { input: t.arg({ type: AcceptInput, required: true, description: 'The invitation to accept.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => acceptInvitation(input, context)),
  }),
  switchTeam: t.field({
    cost: 500,
    type: TeamRef,
    description: 'Makes the viewer’s session show the websites of another team of the viewer.',
    errors: outcome('SwitchTeam', 'The session shows the websites of the team.', team),
    args: { input: t.arg({ type: SwitchInput, required: true, description: 'The team to show.' }) },
    resolve: (_root, { input: { id } }, context) => withUserErrors(() => switchTeam(teamId(id), context)),
  }),
  createTeam: t.field({
    cost: 500,
    type: TeamRef,
    description:
      'Creates a team that the viewer owns. The session shows it from then on. Requires a session and the ' +
      `role \`OWNER\` in its team. A person belongs to at most ${MAX_TEAMS} teams.`,
    errors: outcome('CreateTeam', 'The team was created.', team),
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The team to create.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => createTeam(input, context)),
  }),
  updateTeam: t.field({
    cost: 500,
    type: TeamRef,
    description:
      'Changes the viewer’s team. Requires the role `OWNER`, and for `requiresSecondFactor` ' +
      `${CONFIRMED_SESSION}.`,
    errors: outcome('UpdateTeam', 'The team was changed.', team, [ConfirmationRequired]),
    args: {
      input: t.arg({ type: UpdateTeamInput, required: true, description: 'The changes of the team.' }),
    },
    resolve: (_root, { input: { name, requiresSecondFactor } }, context) =>
      withUserErrors(() => updateTeam({ name, requires_second_factor: requiresSecondFactor }, context)),
  }),
  deleteTeam: t.field({
    cost: 1_000,
    type: TeamRef,
    description:
      'Deletes the viewer’s team, which must have no websites. Its members lose their API keys, and their ' +
      'sessions show other teams of theirs. Requires the role `OWNER`, another team, and ' +
      `${CONFIRMED_SESSION}.`,
    errors: outcome(
      'DeleteTeam',
      'The team was deleted.',
      { name: 'team', description: 'The team that was deleted.' },
      [ConfirmationRequired],
    ),
    args: { input: t.arg({ type: DeleteTeamInput, required: true, description: 'The team to delete.' }) },
    resolve: (_root, { input: { id } }, context) => withUserErrors(() => deleteTeam(teamId(id), context)),
  }),
  resetSecondFactors: t.field({
    cost: 1_000,
    type: MemberRef,
    description:
      'Removes the second factors and recovery codes of a member who has lost them, and mails that to the ' +
      `person. Requires the role \`OWNER\` in all teams of the person, and ${CONFIRMED_SESSION}.`,
    errors: outcome('ResetSecondFactors', 'The second factors were removed.', member, [ConfirmationRequired]),
    args: { input: t.arg({ type: ResetInput, required: true, description: 'The member who lost them.' }) },
    resolve: (_root, { input: { id } }, context) =>
      withUserErrors(() => resetMemberFactors(memberId(id), context)),
  }),
}));
