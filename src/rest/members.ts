import { inviteMember } from '../auth/members/invitations.ts';
import {
  changeMember,
  emailOf,
  hasSecondFactor,
  type LoadedMember,
  listMembers,
  removeMember,
  statusOf,
} from '../auth/members/members.ts';
import { websitesOf } from '../auth/viewer.ts';
import { deletionBody, oneOf, pageOf } from './openapi/schemas.ts';
import { pageBody } from './pages.ts';
import type { RestRoute } from './route.ts';

const common = { tag: 'Members', scope: 'members:write', further: ' and the role `admin`' } as const;

/** The REST representation of a member or an invitation. */
export function memberRecord(member: LoadedMember, now: number) {
  const only = websitesOf(member);
  return {
    id: member.id,
    email: emailOf(member),
    role: member.role,
    websites: only && [...only],
    status: statusOf(member, now),
    second_factor: hasSecondFactor(member),
    created_at: member.createdAt.toISOString(),
    expires_at: member.expiresAt?.toISOString() ?? null,
  };
}

/** The routes under `/members`. */
export const MEMBER_ROUTES: readonly RestRoute[] = [
  {
    ...common,
    path: '/members',
    operations: { get: 'listMembers' },
    summary: 'List members',
    description:
      'Lists the members of the team, and invitations that were not accepted yet, the oldest first.',
    query: ['PerPage', 'Page'],
    status: 200,
    answers: 'A page of members.',
    schema: pageOf('A page of members.', 'MemberRecord'),
    errors: ['Invalid'],
    run: async ({ query, context, baseUrl, ctx }) =>
      pageBody(ctx, baseUrl, await listMembers(query, context), (row) => memberRecord(row, context.now())),
  },
  {
    ...common,
    path: '/members',
    operations: { post: 'inviteMember' },
    summary: 'Invite a person',
    description:
      'Invites a person to the team, and mails the invitation if the server sends mail. An earlier ' +
      'invitation of the address ends. A team can send 100 invitations in 24 hours.',
    body: {
      fields: ['email', 'role', 'websites'],
      schema: 'InvitationInput',
      required: true,
      example: { email: 'editor@example.com', role: 'editor' },
    },
    status: 201,
    answers: 'The invitation.',
    schema: oneOf('One invitation.', 'InvitationRecord'),
    errors: ['PayloadTooLarge', 'UnsupportedMediaType', 'Invalid'],
    async run({ body, context }) {
      const { member, url, mailed } = await inviteMember(body, context);
      return { data: { ...memberRecord(member, context.now()), url, mailed } };
    },
  },
  {
    ...common,
    path: '/members/{member}',
    operations: { patch: 'updateMember' },
    summary: 'Update a member',
    description:
      'Changes the role or the websites of a member, or of an invitation. Owners require an owner.',
    body: {
      fields: ['role', 'websites'],
      schema: 'MemberChanges',
      required: false,
      example: { role: 'viewer' },
    },
    status: 200,
    answers: 'The updated member.',
    schema: oneOf('One member.', 'MemberRecord'),
    errors: ['NotFound', 'PayloadTooLarge', 'UnsupportedMediaType', 'Invalid'],
    run: async ({ member, body, context }) => ({
      data: memberRecord(await changeMember(member, body, context), context.now()),
    }),
  },
  {
    ...common,
    path: '/members/{member}',
    operations: { delete: 'removeMember' },
    summary: 'Remove a member',
    description:
      'Removes a member from the team, or revokes an invitation. The API keys of the member end. The only ' +
      'owner cannot be removed.',
    status: 200,
    answers: 'The member was removed.',
    schema: deletionBody('member'),
    errors: ['NotFound', 'Invalid'],
    async run({ member, context }) {
      const { id } = await removeMember(member, context);
      return { id, object: 'member', deleted: true };
    },
  },
];
