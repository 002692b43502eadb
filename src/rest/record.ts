import type { Website } from '../generated/prisma/client.ts';

/** A website as REST shows it: integers for booleans and privacy, and never the password. */
export function websiteRecord(website: Website) {
  return {
    id: website.id,
    url: website.url,
    domain: website.domain,
    privacy: website.privacy,
    email: Number(website.email),
    exclude_bots: Number(website.excludeBots),
    exclude_ips: website.excludeIps,
    has_password: website.passwordHash !== null,
    timezone: website.timezone,
    tracking_id: website.trackingId,
    created_at: website.createdAt.toISOString(),
    updated_at: website.updatedAt.toISOString(),
  };
}
