import { PRIVACY } from '../../auth/viewer.ts';
import { camelCase } from '../../validation/names.ts';
import { createWebsite, deleteWebsite, updateWebsite } from '../../websites/changes.ts';
import { type GraphqlType, SETTING_NAMES, SETTINGS, type SettingName } from '../../websites/settings.ts';
import type { Cost } from '../cost/cost.ts';
import { builder } from './builder.ts';
import { EmailEvery, Privacy } from './enums.ts';
import { websiteId } from './ids.ts';
import { outcome, withUserErrors } from './userErrors.ts';
import { WebsiteRef } from './website.ts';

/** Settings of a website in the form of GraphQL, by their names there. */
type Input = Readonly<Record<string, unknown>>;

/** Converts a value to the form of REST, which the resolvers use; null and undefined keep their meaning. */
function restValue(type: GraphqlType, value: unknown): unknown {
  if (type === 'boolean') return typeof value === 'boolean' ? Number(value) : undefined;
  return type === 'list' && Array.isArray(value) ? value.join('\n') : value;
}

/** Converts the input of a mutation to the fields of REST. */
function asRest(input: Input): object {
  const settings = SETTING_NAMES.map((name) => [
    name,
    restValue(SETTINGS[name].graphql, input[camelCase(name)]),
  ]);
  return { url: input.url, ...Object.fromEntries(settings) };
}

/**
 * Returns the cost of validating and storing settings. The password is hashed. The excluded addresses are
 * parsed twice, before the transaction and inside it, which takes one point of work per character.
 */
const settingsCost = ({ input }: { input?: Input }): Cost => ({
  points: 2_000 + ((input?.excludeIps ?? []) as string[]).reduce((sum, line) => sum + line.length + 1, 0),
});

type InputFields = PothosSchemaTypes.InputFieldBuilder<(typeof builder)['$inferSchemaTypes'], 'InputObject'>;

/** The input fields of all settings; `describe` makes their descriptions. */
function settingFields(t: InputFields, describe: (setting: (typeof SETTINGS)[SettingName]) => string) {
  const fieldOf = (name: SettingName) => {
    const { graphql } = SETTINGS[name];
    const description = describe(SETTINGS[name]);
    switch (graphql) {
      case 'boolean':
        return t.boolean({ description });
      case 'int':
        return t.int({ description });
      case 'list':
        return t.stringList({ description });
      case 'privacy':
        return t.field({ type: Privacy, description });
      case 'email_every':
        return t.field({ type: EmailEvery, description });
      default:
        return t.string({ description });
    }
  };
  return Object.fromEntries(SETTING_NAMES.map((name) => [camelCase(name), fieldOf(name)]));
}

const CreateInput = builder.inputType('CreateWebsiteInput', {
  description: 'A website to register. Settings that are left out have their defaults.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description:
        'Address of the website. A bare `example.com` is completed to an https address, and a bare host of ' +
        'a private network, such as `localhost:8080`, to an http address.',
    }),
    ...settingFields(t, ({ description, default: value, graphql }) =>
      value === undefined || value === null
        ? description
        : `${description} Default: \`${graphqlText(graphql, value)}\`.`,
    ),
  }),
});

/** A default in the form of GraphQL. */
const graphqlText = (type: GraphqlType, value: unknown) => {
  const [name] = Object.entries(PRIVACY).find(([, each]) => type === 'privacy' && each === value) ?? [];
  return type === 'email_every' || name ? String(name ?? value).toUpperCase() : String(value);
};

const UpdateInput = builder.inputType('UpdateWebsiteInput', {
  description: 'Settings to change. Omitted settings stay unchanged.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the website to change.' }),
    url: t.string({ description: 'New address of the website, under the rules of `createWebsite`.' }),
    ...settingFields(t, ({ description, onChange }) =>
      onChange ? `${description} ${onChange}` : description,
    ),
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
    description: 'Registers a website in the viewer’s team.',
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
