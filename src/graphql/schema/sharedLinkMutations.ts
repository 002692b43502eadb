import { ConfirmationRequired } from '../../auth/confirmation.ts';
import { type LinkGrant, unlockSharedLink } from '../../auth/sharedLinks.ts';
import { MAX_LINKS } from '../../websites/entities.ts';
import { createSharedLink, deleteSharedLink, updateSharedLink } from '../../websites/links/changes.ts';
import { builder } from './builder.ts';
import { PanelEnum } from './enums.ts';
import { segmentId, sharedLinkId, websiteId } from './ids.ts';
import { SharedLinkRef } from './sharedLink.ts';
import { CONFIRMED_SESSION, outcome, withUserErrors } from './userErrors.ts';

const PASSWORD = '8 to 128 characters, and not a common password';

const CreateInput = builder.inputType('CreateSharedLinkInput', {
  description: `A shared link to create. A website has at most ${MAX_LINKS} shared links.`,
  fields: (t) => ({
    websiteId: t.id({ required: true, description: 'Id of the website.' }),
    name: t.string({
      required: true,
      description: 'Name of the shared link: 1 to 100 characters. Viewers of the link do not see it.',
    }),
    password: t.string({ description: `Password that viewers need: ${PASSWORD}. None by default.` }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time when the link stops working; never by default.',
    }),
    segmentId: t.id({
      description:
        'Id of a segment of the website. The link then shows all statistics under this segment. ' +
        'By default, it shows all hits.',
    }),
    panels: t.field({
      type: [PanelEnum],
      description:
        'The panels that the link shows, besides totals and the chart. An empty list shows only these. ' +
        'All panels by default.',
    }),
  }),
});

const UpdateInput = builder.inputType('UpdateSharedLinkInput', {
  description: 'Changes of a shared link. Omitted fields stay unchanged, and the address stays the same.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the shared link to change.' }),
    name: t.string({ description: 'New name, under the rules of `createSharedLink`.' }),
    password: t.string({
      description:
        `New password: ${PASSWORD}. Null removes the password. Viewers who gave the old one must give the ` +
        'new one.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'New time when the link stops working; null for a link that does not expire.',
    }),
    segmentId: t.id({ description: 'Id of another segment of the website; null to show all hits.' }),
    panels: t.field({ type: [PanelEnum], description: 'The panels to show; null for all.' }),
  }),
});

const DeleteInput = builder.inputType('DeleteSharedLinkInput', {
  description: 'A shared link to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the shared link to delete.' }) }),
});

const UnlockInput = builder.inputType('UnlockSharedLinkInput', {
  description: 'The password of a shared link.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'Token of the link: the last part of its address.' }),
    password: t.string({ required: true, description: 'Password of the link.' }),
  }),
});

const GrantRef = builder.objectRef<LinkGrant>('SharedLinkGrant').implement({
  description: 'The proof that the password of a shared link was given.',
  fields: (t) => ({
    grant: t.exposeString('grant', {
      description: 'Value of the header `Footfall-Link-Grant`, which requests send beside `Footfall-Link`.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time when the password must be given again, after 24 hours.',
    }),
  }),
});

/** Decodes an optional id. Null removes the segment; undefined leaves it unchanged. */
const optionalSegment = (id: string | null | undefined) => (id == null ? id : segmentId(id));

const link = { name: 'sharedLink', description: 'The shared link that was created, changed or deleted.' };
const RIGHTS = 'Requires the scopes `WEBSITES_WRITE` and `STATS_READ`.';
const CONFIRMED = `${RIGHTS} Requires ${CONFIRMED_SESSION}, or an API key.`;

builder.mutationFields((t) => ({
  createSharedLink: t.field({
    cost: 1_000,
    type: SharedLinkRef,
    description:
      'Creates a link that shows the statistics of a website to whoever has it, whatever the privacy of ' +
      `the website is. ${CONFIRMED}`,
    errors: outcome('CreateSharedLink', 'The shared link was created.', link, [ConfirmationRequired]),
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The shared link to create.' }) },
    resolve: (_root, { input: { websiteId: id, segmentId: segment, expiresAt, ...rest } }, context) =>
      withUserErrors(() =>
        createSharedLink(
          {
            ...rest,
            expires_at: expiresAt,
            website_id: websiteId(id),
            segment_id: optionalSegment(segment),
          },
          context,
        ),
      ),
  }),
  updateSharedLink: t.field({
    cost: 1_000,
    type: SharedLinkRef,
    description: `Changes the settings of a shared link. ${CONFIRMED}`,
    errors: outcome('UpdateSharedLink', 'The shared link was changed.', link, [ConfirmationRequired]),
    args: {
      input: t.arg({ type: UpdateInput, required: true, description: 'The shared link and its new values.' }),
    },
    resolve: (_root, { input: { id, name, segmentId: segment, expiresAt, ...rest } }, context) =>
      withUserErrors(() =>
        updateSharedLink(
          sharedLinkId(id),
          {
            ...rest,
            name: name ?? undefined,
            expires_at: expiresAt,
            segment_id: optionalSegment(segment),
          },
          context,
        ),
      ),
  }),
  deleteSharedLink: t.field({
    cost: 500,
    type: SharedLinkRef,
    description: `Deletes a shared link. Its address stops working at once. ${RIGHTS}`,
    errors: outcome(
      'DeleteSharedLink',
      'The shared link was deleted; the field `sharedLink` contains its last state.',
      link,
    ),
    args: { input: t.arg({ type: DeleteInput, required: true, description: 'The shared link to delete.' }) },
    resolve: (_root, { input: { id } }, context) =>
      withUserErrors(() => deleteSharedLink(sharedLinkId(id), context)),
  }),
  unlockSharedLink: t.field({
    cost: 1_000,
    type: GrantRef,
    description:
      'Checks the password of a shared link. Attempts are limited, as those at the password of a ' +
      'statistics page. Sets no cookies.',
    errors: outcome('UnlockSharedLink', 'The password is correct.', {
      name: 'unlocked',
      description: 'The proof for further requests.',
    }),
    args: {
      input: t.arg({ type: UnlockInput, required: true, description: 'The link and its password.' }),
    },
    resolve: (_root, { input }, context) => withUserErrors(() => unlockSharedLink(input, context)),
  }),
}));
