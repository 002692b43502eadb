import { createWebsite, deleteWebsite, updateWebsite } from '../../websites/changes.ts';
import type { EmailEvery as EmailEveryValue } from '../../websites/settings.ts';
import type { Cost } from '../cost/cost.ts';
import { builder } from './builder.ts';
import { EmailEvery, Privacy } from './enums.ts';
import { websiteId } from './ids.ts';
import { outcome, withUserErrors } from './userErrors.ts';
import { WebsiteRef } from './website.ts';

/** Settings of a website in their GraphQL form. */
interface Settings {
  url?: string | null | undefined;
  privacy?: number | null | undefined;
  password?: string | null | undefined;
  email?: boolean | null | undefined;
  emailEvery?: EmailEveryValue | null | undefined;
  excludeBots?: boolean | null | undefined;
  excludeIps?: string[] | null | undefined;
  dailyLimit?: number | null | undefined;
  trimSlash?: boolean | null | undefined;
  timezone?: string | null | undefined;
}

const bit = (value: boolean | null | undefined) => (typeof value === 'boolean' ? Number(value) : undefined);

/** Converts settings to their REST form, which the resolvers use. */
function asRest({ excludeBots, excludeIps, email, emailEvery, dailyLimit, trimSlash, ...rest }: Settings) {
  return {
    ...rest,
    email_every: emailEvery,
    email: bit(email),
    exclude_bots: bit(excludeBots),
    exclude_ips: excludeIps ? excludeIps.join('\n') : excludeIps,
    daily_limit: dailyLimit,
    trim_slash: bit(trimSlash),
  };
}

/**
 * Returns the cost of validating and storing settings. The password is hashed. The excluded addresses are
 * parsed twice, before the transaction and inside it, which takes one point of work per character.
 */
const settingsCost = ({ input }: { input?: Settings }): Cost => ({
  points: 2_000 + (input?.excludeIps ?? []).reduce((sum, line) => sum + line.length + 1, 0),
});

const Password =
  'Password of the statistics page: 8 to 128 characters, and not a common password. It only takes effect while privacy is `PASSWORD`.';
const ExcludeIps = 'IPv4 and IPv6 addresses and CIDR ranges that are excluded from counting.';
const DailyLimit =
  'Maximum number of hits counted per day; further hits are dropped as `quota`. 0 means no limit; null means the server’s default.';
const TrimSlash = 'Whether `/about/` counts as `/about`, for new hits.';
const Timezone = 'IANA name of the website’s time zone, which determines its days and hours.';

const CreateInput = builder.inputType('CreateWebsiteInput', {
  description: 'A website to register.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description: 'Address of the website. A bare `example.com` is completed to an https address.',
    }),
    privacy: t.field({
      type: Privacy,
      description: 'Read access to the website’s statistics; `PRIVATE` by default.',
    }),
    password: t.string({ description: Password }),
    email: t.boolean({ description: 'Whether periodic email reports are sent; false by default.' }),
    emailEvery: t.field({
      type: EmailEvery,
      description: 'Frequency of the email reports; `WEEKLY` by default.',
    }),
    excludeBots: t.boolean({
      description: 'Whether common bots are excluded from counting; true by default.',
    }),
    excludeIps: t.stringList({ description: ExcludeIps }),
    dailyLimit: t.int({ description: DailyLimit }),
    trimSlash: t.boolean({ description: `${TrimSlash} True by default.` }),
    timezone: t.string({ description: `${Timezone} UTC by default.` }),
  }),
});

const UpdateInput = builder.inputType('UpdateWebsiteInput', {
  description: 'Settings to change. Omitted settings stay unchanged.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the website to change.' }),
    url: t.string({ description: 'New address of the website, under the rules of `createWebsite`.' }),
    privacy: t.field({ type: Privacy, description: 'Read access to the website’s statistics.' }),
    password: t.string({ description: `${Password} Null removes the password.` }),
    email: t.boolean({ description: 'Whether periodic email reports are sent.' }),
    emailEvery: t.field({ type: EmailEvery, description: 'Frequency of the email reports.' }),
    excludeBots: t.boolean({ description: 'Whether common bots are excluded from counting.' }),
    excludeIps: t.stringList({
      description: `${ExcludeIps} Replaces the whole list; null or an empty list removes all entries.`,
    }),
    dailyLimit: t.int({ description: DailyLimit }),
    trimSlash: t.boolean({ description: TrimSlash }),
    timezone: t.string({ description: Timezone }),
  }),
});

const DeleteInput = builder.inputType('DeleteWebsiteInput', {
  description: 'A website to delete, with all data recorded for it.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Id of the website to delete.' }) }),
});

const website = { name: 'website', description: 'The website that was registered, changed or deleted.' };

builder.mutationFields((t) => ({
  createWebsite: t.field({
    cost: settingsCost,
    type: WebsiteRef,
    description: 'Registers a website in the viewer’s account.',
    errors: outcome('CreateWebsite', 'The website was registered.', website),
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The website to register.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => createWebsite(asRest(input), context)),
  }),
  updateWebsite: t.field({
    cost: settingsCost,
    type: WebsiteRef,
    description: 'Changes settings of a website.',
    errors: outcome('UpdateWebsite', 'The website was changed.', website),
    args: { input: t.arg({ type: UpdateInput, required: true, description: 'The settings to change.' }) },
    resolve: (_root, { input: { id, ...input } }, context) =>
      withUserErrors(() => updateWebsite(websiteId(id), asRest(input), context)),
  }),
  deleteWebsite: t.field({
    cost: 500,
    type: WebsiteRef,
    description: 'Deletes a website and all data recorded for it.',
    errors: outcome(
      'DeleteWebsite',
      'The website was deleted; the field `website` contains its last state.',
      website,
    ),
    args: { input: t.arg({ type: DeleteInput, required: true, description: 'The website to delete.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => deleteWebsite(websiteId(input.id), context)),
  }),
}));
