import { type DocumentNode, execute, parse } from 'graphql';
import type { Context } from '../request/context.ts';
import { charge } from './cost/limit.ts';
import { schema } from './schema/index.ts';

const documents = new Map<string, DocumentNode>();

/**
 * Runs an operation of the build for the first view of a page: with the context of the page's request, so
 * that it reads what the viewer may see, and without a request of its own.
 * @param query text of the build.
 * @returns null if anything failed, or if its cost exceeds the viewer's budget: the page then reads it by
 * itself, and shows why.
 */
export async function readFirst(
  query: string,
  variableValues: Record<string, unknown>,
  contextValue: Context,
): Promise<Record<string, unknown> | null> {
  const document = documents.get(query) ?? parse(query);
  documents.set(query, document);
  const args = { schema, document, variableValues, contextValue };
  if ('refused' in (await charge(args))) return null;
  const { data, errors } = await execute(args);
  return errors ? null : (data ?? null);
}
