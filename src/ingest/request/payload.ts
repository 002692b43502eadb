import { hash } from 'node:crypto';
import { AppError, type FieldErrors } from '../../errors.ts';
import { cleanText } from '../../validation/text.ts';
import type { HitEvent } from '../hit.ts';
import { readEvent } from './event.ts';
import { createFieldReader, type FieldReader, fromText, isMissing, toBoolean, toText } from './fields.ts';
import { primaryLanguage } from './language.ts';
import { readProperties } from './properties.ts';
import { screenResolution } from './resolution.ts';

const MAX_WEBSITE = 100;
/** Only the host of a referrer is used. */
const MAX_REFERRER = 8_192;
/** Twice the length of a UUID. */
const MAX_ID = 72;

/**
 * The payload that the tracker sends: one pageview or one event. What decorates it is missing if it cannot be
 * used.
 */
export interface Payload {
  /** The tracking id; undefined for none. */
  website: string | undefined;
  page: string;
  /** '' for none. This and the next two. */
  referrer: string;
  /** `1920x1080` */
  resolution: string;
  /** A primary language tag. */
  language: string;
  /** Null for a pageview. */
  event: HitEvent | null;
  /** As `Hit.properties`. */
  properties: string | null;
  dnt: boolean | undefined;
  hash: boolean | undefined;
  /** Whether the visitor did not arrive with this address now. Referrer and tags are then those of before. */
  reload: boolean | undefined;
  /** Null for none. */
  id: string | null;
  /** The names of the fields that were left out or cut. */
  ignored: string[];
}

/**
 * Parses the payload of a hit. Only its website and its page can make it unreadable.
 * @param body the request body, as JSON text or as parsed fields.
 * @throws AppError `bad_request` that says for each field what would be right.
 */
export function parsePayload(body: string | object): Payload {
  const given: unknown = typeof body === 'string' ? parseJson(body) : body;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw unreadable({ body: ['Must be an object with the fields of a hit.'] });
  const sent = given as Record<string, unknown>;
  const { website, page } = sent;
  const errors = { ...websiteError(website), ...pageError(page) };
  if (Object.keys(errors).length > 0) throw unreadable(errors);

  const fields = createFieldReader();
  const { event, properties } = readEvent(sent.event, fields);
  return {
    website: isMissing(website) ? undefined : cleanText(website as string).trim(),
    page: page as string,
    referrer: fields.read('referrer', sent.referrer, toReferrer) ?? '',
    resolution: fields.read('screen_resolution', sent.screen_resolution, toResolution) ?? '',
    language: fields.read('language', sent.language, toLanguage) ?? '',
    event,
    properties: event
      ? ofPageview(sent.properties, properties, fields)
      : readProperties('properties', sent.properties, fields),
    dnt: fields.read('dnt', sent.dnt, toBoolean),
    hash: fields.read('hash', sent.hash, toBoolean),
    reload: fields.read('reload', sent.reload, toBoolean),
    id: fields.read('id', sent.id, toId) ?? null,
    ignored: fields.ignored,
  };
}

/** Returns the properties of an event. Those beside it are of a pageview, which it is not. */
function ofPageview(given: unknown, ofEvent: string | null, fields: FieldReader): string | null {
  if (!isMissing(given)) fields.ignored.push('properties');
  return ofEvent;
}

const toReferrer = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_REFERRER) : undefined);
const toResolution = fromText(screenResolution);
const toLanguage = fromText((text) => primaryLanguage(text, undefined));

/** Long ids are replaced by their hash and not cut: hits whose ids begin alike are different hits. */
const toId = (value: unknown) => {
  const id = typeof value === 'boolean' ? undefined : toText(value);
  return id !== undefined && id.length > MAX_ID ? hash('sha256', id) : id;
};

function websiteError(website: unknown): FieldErrors {
  if (isMissing(website)) return {};
  if (typeof website !== 'string') return { website: ['Must be a string.'] };
  return website.length > MAX_WEBSITE ? { website: [`Must be at most ${MAX_WEBSITE} characters long.`] } : {};
}

function pageError(page: unknown): FieldErrors {
  return typeof page === 'string' ? {} : { page: ['Is required: the full address of the page.'] };
}

/** Creates the error for a hit that cannot be read. */
export function unreadable(fields: FieldErrors): AppError {
  return new AppError('bad_request', 'The hit cannot be read.', { fields });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad_request', 'The hit cannot be read: the body must be well-formed JSON.');
  }
}
