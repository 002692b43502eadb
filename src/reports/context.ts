import type { AuthDeps } from '../auth/context.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { StatContext } from '../stats/context.ts';
import type { WebsiteContext } from '../websites/context.ts';

/** What the resolvers of reports need beside their arguments. */
export type ReportContext = WebsiteContext & StatContext;

/** What sending reports needs of a server. */
export interface ReportDeps extends AuthDeps {
  /** Creates the context of a viewer, with new loaders. */
  contextOf: (viewer: Viewer) => ReportContext;
}
