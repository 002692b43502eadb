/** Names of the roles of members, on pages and in mails. */
export const roles = {
  'role.VIEWER': 'Viewer',
  'role.EDITOR': 'Editor',
  'role.ADMIN': 'Administrator',
  'role.OWNER': 'Owner',
} as const;
