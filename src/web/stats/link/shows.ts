import { createContext, useContext } from 'react';
import type { Panel } from '../../gql/graphql.ts';
import type { Subject } from '../filters/conditions.ts';

/** The panels that the shared link of the page shows; null for all, and for a page without a link. */
export const ShownPanels = createContext<readonly Panel[] | null>(null);

/**
 * The panels of subjects with other names. The host of a page is a part of its address; properties are shown
 * with events.
 */
const PANEL_OF: Partial<Record<Subject, Panel>> = { host: 'PAGE', goal: 'GOALS', property: 'EVENT' };

/** Returns whether the page may show and filter by a dimension or by goals. */
export function useShows(): (subject: Subject) => boolean {
  const panels = useContext(ShownPanels);
  return (subject) => !panels || panels.includes(PANEL_OF[subject] ?? (subject.toUpperCase() as Panel));
}
