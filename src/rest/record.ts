import { can } from '../auth/permissions.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { Website } from '../generated/prisma/client.ts';

/** The REST representation of a website: integers for booleans and privacy, and never the password. */
export function websiteRecord(website: Website) {
  return {
    id: website.id,
    url: website.url,
    domain: website.domain,
    privacy: website.privacy,
    email: Number(website.email),
    exclude_bots: Number(website.excludeBots),
    exclude_ips: website.excludeIps,
    exclude_spam: Number(website.excludeSpam),
    hosts: website.hosts,
    query: website.query,
    aliases: website.aliases,
    has_password: website.passwordHash !== null,
    timezone: website.timezone,
    tracking_id: website.trackingId,
    created_at: website.createdAt.toISOString(),
    updated_at: website.updatedAt.toISOString(),
  };
}

/**
 * The REST representation that a viewer may see, by the same rule as in GraphQL: settings require
 * `websites:read`. They are null for an API key with write access only.
 */
export function recordFor(website: Website, viewer: Viewer) {
  const record = websiteRecord(website);
  if (can(viewer, 'readSettings', website)) return record;
  const unseen = { email: null, exclude_bots: null, exclude_ips: null, exclude_spam: null };
  return { ...record, ...unseen, hosts: null, query: null, aliases: null, has_password: null };
}
