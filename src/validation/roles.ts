/** The roles of members, the one with the fewest rights first. Each may do what those before it may. */
export const ROLES = {
  viewer: 'Reads statistics and settings.',
  editor: 'Also changes websites, goals, funnels, segments, shared links and annotations.',
  admin: 'Also manages members and API keys, and deletes websites.',
  owner: 'Also manages the team and its owners.',
} as const;

export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** Whether a role has at least the rights of another one. */
export const isAtLeast = (role: Role, least: Role): boolean =>
  ROLE_NAMES.indexOf(role) >= ROLE_NAMES.indexOf(least);
