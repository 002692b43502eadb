import { ConfirmationRequired } from '../../auth/confirmation.ts';
import { acceptInvitation, inviteMember } from '../../auth/members/invitations.ts';
import { changeMember, removeMember } from '../../auth/members/members.ts';
import { renameTeam, switchTeam } from '../../auth/members/teams.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { RoleEnum } from './enums.ts';
import { memberId, teamId, websiteId } from './ids.ts';
import { MemberRef, TeamRef } from './team.ts';
import { outcome, withUserErrors } from './userErrors.ts';

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

const RenameInput = builder.inputType('RenameTeamInput', {
  description: 'The new name of the viewer’s team.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the team: 1 to 100 characters.' }),
  }),
});

const Invited = builder.objectRef<Awaited<ReturnType<typeof inviteMember>>>('InvitedMember').implement({
  description: 'A new invitation with the address where the person accepts it.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description: 'Address of the page where the person accepts, once, within seven days. It is not stored.',
    }),
    member: t.expose('member', { type: MemberRef, description: 'The invitation among the members.' }),
  }),
});

const RIGHTS = 'Requires the role `ADMIN`, and for owners the role `OWNER`.';
const CONFIRMED =
  `${RIGHTS} For a session, the password must have been given in the last ten minutes; an API key needs ` +
  'the scope `MEMBERS_WRITE`.';
const member = { name: 'member', description: 'The member that was changed or removed.' };
const viewer = { name: 'viewer', description: 'The account of the session.' };
const team = { name: 'team', description: 'The team that the session shows.' };

/** Decodes ids of websites. Null is all; undefined leaves them unchanged. */
const websitesIn = (ids: readonly (string | number)[] | null | undefined) =>
  ids == null ? ids : ids.map((id) => websiteId(String(id)));

builder.mutationFields((t) => ({
  inviteMember: t.field({
    cost: 1_000,
    type: Invited,
    description: `Invites a person to the viewer’s team. Their earlier invitation ends. ${CONFIRMED}`,
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
  renameTeam: t.field({
    cost: 500,
    type: TeamRef,
    description: 'Changes the name of the viewer’s team. Requires the role `OWNER`.',
    errors: outcome('RenameTeam', 'The name was changed.', team),
    args: { input: t.arg({ type: RenameInput, required: true, description: 'The new name of the team.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => renameTeam(input, context)),
  }),
}));
