import { MAX_INVITATION_MAILS } from '../../auth/members/invitations.ts';
import { MEMBER_STATUS } from '../../auth/members/members.ts';
import { ROLES } from '../../validation/roles.ts';
import { MAX_ID } from '../../validation/rules.ts';
import { type Node, record } from './node.ts';

const listOf = (meanings: Readonly<Record<string, string>>) =>
  Object.entries(meanings)
    .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
    .join('\n');

const role: Node = {
  enum: Object.keys(ROLES),
  description: `Role of the member. Each role may do what those before it may.\n\n${listOf(ROLES)}`,
};
const email: Node = { type: 'string', format: 'email', description: 'Email address of the person.' };
const ids: Node = { type: 'integer', minimum: 1 };

/** The id of a member in a path. */
export const MEMBER_ID = {
  name: 'member',
  in: 'path',
  required: true,
  description: 'Id of the member.',
  schema: { type: 'integer', minimum: 1, maximum: MAX_ID },
  example: 1,
} as const;

const fields = {
  id: { type: 'integer', minimum: 1, description: 'Id of the member, as in the paths of this API.' },
  email,
  role,
  websites: {
    type: ['array', 'null'],
    items: ids,
    description: 'Ids of the only websites that the member has access to; null for all.',
  },
  status: {
    enum: Object.keys(MEMBER_STATUS),
    description: `Whether the person belongs to the team.\n\n${listOf(MEMBER_STATUS)}`,
  },
  second_factor: {
    type: ['boolean', 'null'],
    description: 'Whether the person has a second factor; null for an invitation.',
  },
  created_at: { type: 'string', format: 'date-time', description: 'When the person was invited, in UTC.' },
  expires_at: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When the invitation expires, in UTC; null for a person who belongs to the team.',
  },
} satisfies Record<string, Node>;

const given = {
  role,
  websites: {
    type: ['array', 'string', 'null'],
    items: ids,
    description:
      'Ids of the only websites that the member has access to, as a list or separated by commas; null for ' +
      'all, and always for the roles `admin` and `owner`.',
  },
} satisfies Record<string, Node>;

/** The schemas of members in `components/schemas`. */
export const memberSchemas = (): Record<string, Node> => ({
  MemberRecord: record('A member of the team, or an invitation that was not accepted yet.', fields),
  InvitationRecord: record('A new invitation.', {
    ...fields,
    url: {
      type: 'string',
      format: 'uri',
      description: 'Page where the person accepts, once, within seven days. It is not shown again.',
    },
    mailed: {
      type: 'boolean',
      description:
        'Whether the server also mails the address of this page to the person. False if it sends no mail, ' +
        `or if the team has invited the person ${MAX_INVITATION_MAILS} times in the last 24 hours already.`,
    },
  }),
  InvitationInput: {
    type: 'object',
    description: 'A person to invite. Fields that are not listed here are ignored, and named in a header.',
    properties: { email, ...given },
    required: ['email', 'role'],
  },
  MemberChanges: {
    type: 'object',
    description: 'Changes of a member. Omitted fields stay unchanged.',
    properties: given,
  },
});
