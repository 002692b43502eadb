import { createWebsite, deleteWebsite, updateWebsite } from '../../websites/changes.ts';
import type { EmailEvery as EmailEveryValue } from '../../websites/settings.ts';
import type { Cost } from '../cost/cost.ts';
import { builder } from './builder.ts';
import { EmailEvery, Privacy } from './enums.ts';
import { websiteId } from './ids.ts';
import { outcome, withUserErrors } from './userErrors.ts';
import { WebsiteRef } from './website.ts';

/** The settings as GraphQL has them. */
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

/** The settings in the form that the resolvers share with REST. */
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
 * The cost of checking and storing settings. The password is hashed; the addresses are parsed twice, before the transaction and inside it,
 * which takes the work for one value for each of their characters.
 */
const settingsCost = ({ input }: { input?: Settings }): Cost => ({
  points: 2_000 + (input?.excludeIps ?? []).reduce((sum, line) => sum + line.length + 1, 0),
});

const Password =
  'Password of the statistics page, of 8 to 128 characters and no common one; only takes effect while privacy is `PASSWORD`.';
const ExcludeIps = 'IPv4 and IPv6 addresses and CIDR ranges that are not counted.';
const DailyLimit =
  'How many hits are counted a day; further ones are dropped as `quota`. 0 for no limit; null for the server’s default.';
const TrimSlash = 'Whether `/about/` counts as `/about`, for new hits.';
const Timezone = 'IANA name of the time zone of its days and hours.';

const CreateInput = builder.inputType('CreateWebsiteInput', {
  description: 'A website to register.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'Its address; a bare `example.com` is taken as https.' }),
    privacy: t.field({ type: Privacy, description: 'Who may read its statistics; `PRIVATE` by default.' }),
    password: t.string({ description: Password }),
    email: t.boolean({ description: 'Whether periodic email reports are sent; false by default.' }),
    emailEvery: t.field({ type: EmailEvery, description: 'How often; `WEEKLY` by default.' }),
    excludeBots: t.boolean({ description: 'Whether common bots are left uncounted; true by default.' }),
    excludeIps: t.stringList({ description: ExcludeIps }),
    dailyLimit: t.int({ description: DailyLimit }),
    trimSlash: t.boolean({ description: `${TrimSlash} True by default.` }),
    timezone: t.string({ description: `${Timezone} UTC by default.` }),
  }),
});

const UpdateInput = builder.inputType('UpdateWebsiteInput', {
  description: 'Settings to change; what is left out stays as it is.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Which website.' }),
    url: t.string({ description: 'Its new address, under the rules of create.' }),
    privacy: t.field({ type: Privacy, description: 'Who may read its statistics.' }),
    password: t.string({ description: `${Password} Null takes it away.` }),
    email: t.boolean({ description: 'Whether periodic email reports are sent.' }),
    emailEvery: t.field({ type: EmailEvery, description: 'How often.' }),
    excludeBots: t.boolean({ description: 'Whether common bots are left uncounted.' }),
    excludeIps: t.stringList({ description: `${ExcludeIps} The whole list; null or empty for none.` }),
    dailyLimit: t.int({ description: DailyLimit }),
    trimSlash: t.boolean({ description: TrimSlash }),
    timezone: t.string({ description: Timezone }),
  }),
});

const DeleteInput = builder.inputType('DeleteWebsiteInput', {
  description: 'A website to delete, with everything recorded for it.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Which website.' }) }),
});

const website = { name: 'website', description: 'The website.' };

builder.mutationFields((t) => ({
  createWebsite: t.field({
    cost: settingsCost,
    type: WebsiteRef,
    description: 'Registers a website.',
    errors: outcome('CreateWebsite', 'The website is registered.', website),
    args: { input: t.arg({ type: CreateInput, required: true, description: 'The website.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => createWebsite(asRest(input), context)),
  }),
  updateWebsite: t.field({
    cost: settingsCost,
    type: WebsiteRef,
    description: 'Changes settings of a website.',
    errors: outcome('UpdateWebsite', 'The website is changed.', website),
    args: { input: t.arg({ type: UpdateInput, required: true, description: 'The changes.' }) },
    resolve: (_root, { input: { id, ...input } }, context) =>
      withUserErrors(() => updateWebsite(websiteId(id), asRest(input), context)),
  }),
  deleteWebsite: t.field({
    cost: 500,
    type: WebsiteRef,
    description: 'Deletes a website and everything recorded for it.',
    errors: outcome('DeleteWebsite', 'The website, as it was, is deleted.', website),
    args: { input: t.arg({ type: DeleteInput, required: true, description: 'Which.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => deleteWebsite(websiteId(input.id), context)),
  }),
}));
