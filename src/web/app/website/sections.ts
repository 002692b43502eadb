/** The sections of a website's settings, by their names in addresses. */
export const SECTIONS = [
  ...(['install', 'general', 'sharing', 'reports', 'exclusions', 'import', 'danger'] as const),
] as const;

export type Section = (typeof SECTIONS)[number];

export const isSection = (name: string): name is Section => (SECTIONS as readonly string[]).includes(name);

/** The address of a section. The first one has that of the website. */
export const sectionAddress = (id: string | number, section: Section) =>
  section === 'install' ? `/websites/${id}` : `/websites/${id}/${section}`;
