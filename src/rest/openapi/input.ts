import { jsonSchemaOf } from '../../validation/jsonSchema.ts';
import { SETTING_NAMES, SETTINGS, type SettingName } from '../../websites/settings.ts';
import { urlRule } from '../../websites/url.ts';
import type { Node } from './node.ts';

const url: Node = {
  ...jsonSchemaOf(urlRule),
  description:
    'Address of the website: an http or https URL with a host. ' +
    'A bare `example.com` becomes `https://example.com`, and a bare host of a private network, such as ' +
    '`localhost:8080`, becomes `http://localhost:8080`. ' +
    'An account can have only one website per domain.',
  examples: ['https://example.com'],
};

/** The schema of a setting in the form of REST. */
function settingSchema(name: SettingName): Node {
  const { rule, description, rest, example } = SETTINGS[name];
  return {
    ...jsonSchemaOf(rule),
    ...(example !== undefined && { examples: [example] }),
    description: rest ? `${description} ${rest}` : description,
  };
}

/** The default of a setting in the form of REST; none where a new website has no value. */
function withDefault(name: SettingName): Node {
  const value = SETTINGS[name].default;
  const known = value !== undefined && value !== null;
  return {
    ...settingSchema(name),
    ...(known && { default: typeof value === 'boolean' ? Number(value) : value }),
  };
}

const settingsBy = (schemaOf: (name: SettingName) => Node) =>
  Object.fromEntries(SETTING_NAMES.map((name) => [name, schemaOf(name)]));

/**
 * The schemas of the request bodies of create and update, and of the fields they share with the website
 * record.
 */
export function inputSchemas() {
  return {
    url,
    privacy: settingSchema('privacy'),
    timezone: settingSchema('timezone'),
    WebsiteInput: {
      type: 'object',
      description:
        'A website to register. Fields that are not listed here are ignored, and named in a header.',
      properties: { url, ...settingsBy(withDefault) },
      required: ['url'],
    },
    WebsiteChanges: {
      type: 'object',
      description:
        'The fields to change. Fields that are not sent stay unchanged. ' +
        'Fields that are not listed here are ignored, and named in a header.',
      properties: { url, ...settingsBy(settingSchema) },
    },
  };
}
