import { dayText } from '../../calendar/days.ts';
import type { Database } from '../../db/database.ts';
import type { Website } from '../../generated/prisma/client.ts';
import { snakeCase } from '../../validation/names.ts';
import { SETTING_NAMES } from '../../websites/settings.ts';

/** Stored filters are GraphQL's, and so are those of an export. */
const json = (text: string): unknown => JSON.parse(text);

/** The settings by their names in REST. The password is none of them: only its hash is stored. */
function settingsOf(website: Website): Record<string, unknown> {
  const columns = Object.entries(website).map(([column, value]) => [snakeCase(column), value] as const);
  const byName = new Map<string, unknown>(columns);
  return Object.fromEntries(
    SETTING_NAMES.filter((name) => byName.has(name)).map((name) => [name, byName.get(name)]),
  );
}

/** What an export says of a website besides its rows. */
export interface ExportScope {
  /** Days as 2026-11-21; null for no limit. */
  from: string | null;
  to: string | null;
  /** Whether the settings and the shared links are included. */
  withSettings: boolean;
}

/**
 * Reads the parts of `export.json` that say what is exported. It has no secrets: no password, no API key, no
 * token of a shared link.
 * @param days of annotations, as 20261121.
 */
export async function readAbout(
  website: Website,
  { from, to, withSettings }: ExportScope,
  { read }: Pick<Database, 'read'>,
  now: number,
): Promise<Record<string, unknown>> {
  const of = { where: { websiteId: website.id }, orderBy: { id: 'asc' } } as const;
  const [goals, funnels, segments, annotations, links] = await Promise.all([
    read.goal.findMany(of),
    read.funnel.findMany(of),
    read.segment.findMany(of),
    read.annotation.findMany(of),
    withSettings ? read.sharedLink.findMany(of) : [],
  ]);
  return {
    created_at: new Date(now).toISOString(),
    range: { from, to },
    website: {
      ...(withSettings && settingsOf(website)),
      url: website.url,
      privacy: website.privacy,
      timezone: website.timezone,
    },
    goals: goals.map(({ id, name, filter }) => ({ id, name, filter: json(filter) })),
    funnels: funnels.map(({ id, name, steps, scope, strict, within }) => ({
      id,
      name,
      steps: json(steps),
      scope,
      strict,
      within,
    })),
    segments: segments.map(({ id, name, filter }) => ({ id, name, filter: json(filter) })),
    annotations: annotations.map(({ day, text, isPublic }) => ({
      day: dayText(day),
      text,
      public: isPublic,
    })),
    shared_links: links.map(({ name, segmentId, panels, expiresAt, passwordHash }) => ({
      name,
      segment: segmentId,
      panels: panels?.split(' ') ?? null,
      expires_at: expiresAt?.toISOString() ?? null,
      has_password: passwordHash !== null,
    })),
  };
}
