import { stripIgnoredCharacters } from 'graphql';
import type { Plugin } from 'vite';
import * as generated from '../src/web/gql/graphql.ts';

const documents = new Map<string, unknown>(Object.entries(generated));

/** A call with the text of an operation or a fragment, which codegen requires to be a plain template. */
const CALL = /\bgraphql\(`\s*(query|mutation|subscription|fragment) (\w+)[^`]*`\)/g;
const IMPORT = /^import \{ graphql \} from '.*\/gql\.ts';$/m;

/**
 * A plugin that replaces each `graphql(…)` by the text of the document that codegen has made of it. The
 * function looks it up in a map of all documents, so each page would contain those of all pages, twice.
 * @param source the folder of the pages.
 */
export const documentTexts = (source: string): Plugin => ({
  name: 'documents',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(source) && IMPORT.test(code)
      ? code.replace(IMPORT, '').replace(CALL, (_call, kind: string, name: string) => textOf(kind, name))
      : null,
});

/** The text without indentation, as a literal of JavaScript. */
function textOf(kind: string, name: string): string {
  const document = documents.get(`${name}${kind === 'fragment' ? 'FragmentDoc' : 'Document'}`);
  if (!document) throw new Error(`There is no document ${name}: run npm run codegen.`);
  return JSON.stringify(stripIgnoredCharacters(String(document)));
}
