/** The sections of a website's settings, by their names in addresses. */
export const SECTIONS = {
  install: 'Install',
  general: 'General',
  sharing: 'Sharing',
  reports: 'Reports',
  exclusions: 'Exclusions',
  danger: 'Danger zone',
} as const;

export type Section = keyof typeof SECTIONS;

export const isSection = (name: string): name is Section => Object.hasOwn(SECTIONS, name);

/** The address of a section. The first one has that of the website. */
export const sectionAddress = (id: string | number, section: Section) =>
  section === 'install' ? `/websites/${id}` : `/websites/${id}/${section}`;
