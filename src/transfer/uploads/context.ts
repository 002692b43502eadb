import { AppError } from '../../errors.ts';
import type { WebsiteContext } from '../../websites/context.ts';
import type { Imports } from './imports.ts';

/** What the resolvers of imports need beside their arguments. */
export interface ImportContext extends WebsiteContext {
  /** Commands have none. */
  imports?: Imports;
}

/** @throws AppError `unavailable` where no server runs. */
export function importsOf({ imports }: ImportContext): Imports {
  if (!imports) throw new AppError('unavailable', 'Imports of uploaded files need a running server.');
  return imports;
}
