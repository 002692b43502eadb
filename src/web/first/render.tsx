import { createRequest, formatDocument, stringifyDocument } from '@urql/core';
import type { DocumentNode } from 'graphql';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Language, localeOf, type PageName, preferredLanguage } from '../../texts/languages.ts';
import type { FirstViewQuery } from '../gql/graphql.ts';
import { setTexts } from '../shared/i18n/t.ts';
import { periodArguments, readAddress } from '../stats/address.ts';
import { PageDocument } from '../stats/documents.ts';
import { filterOf } from '../stats/filters/filterInput.ts';
import { pageVariables } from '../stats/pageVariables.ts';
import { FirstDocument } from './document.ts';
import { FirstApp } from './FirstApp.tsx';
import { FirstStatistics } from './FirstStatistics.tsx';

/**
 * What the server writes into a page, so that it shows something before its modules are loaded. Built for
 * Node.js (scripts/build-web.ts), and imported by src/http/firstView.ts.
 */

/** The operation that reads the numbers of the first view, and its variables. */
export const numbersQuery = FirstDocument.toString();

/** @returns null for an address whose totals are not those of the whole period: they are left to the page. */
export function numbersVariables(trackingId: string, search: string): object | null {
  const shown = readAddress(search);
  if (shown.filters.length > 0 || shown.live || shown.segment) return null;
  return { trackingId, ...periodArguments(shown) };
}

// As the client of the page sends it: with the types of all objects, by which its cache finds them.
const pageQuery = stringifyDocument(
  formatDocument(createRequest(String(PageDocument), {}).query) as DocumentNode,
);

/** The first request of the page as JSON, which startScript.ts sends. */
export function firstRequest(trackingId: string, search: string): string {
  const shown = readAddress(search);
  return JSON.stringify({
    operationName: 'StatisticsPage',
    query: pageQuery,
    variables: pageVariables(trackingId, shown, filterOf(shown.filters)),
  });
}

interface FirstView {
  language: Language;
  html: string;
}

interface Options {
  /** The query string of the address. */
  search: string;
  /** The languages that the browser accepts, such as `de-AT`. */
  tags: readonly string[];
  /** Whether the viewer is logged in. */
  account: boolean;
  /** Reads a file of the build by its address. */
  readAsset: (address: string) => Promise<string>;
}

const texts = new Map<string, Parameters<typeof setTexts>[1]>();

async function textsOf(language: Language, page: PageName, { readAsset }: Options) {
  const address = TEXTS[language][page];
  const known = texts.get(address) ?? JSON.parse(await readAsset(address));
  texts.set(address, known);
  return known;
}

/** Renders in the first of the accepted languages that Footfall has, as startScript.ts does. */
async function render(page: PageName, options: Options, view: () => ReactNode): Promise<FirstView> {
  const { search, tags } = options;
  const language = preferredLanguage([new URLSearchParams(search).get('lang'), ...tags]);
  const compiled = await textsOf(language, page, options);
  // Nothing is awaited between the two, so other requests cannot change the language.
  setTexts(localeOf(language, tags), compiled);
  return { language, html: renderToStaticMarkup(view()) };
}

/** The first view of a statistics page. */
export const statisticsView = (
  options: Options,
  website: FirstViewQuery['website'] | null,
): Promise<FirstView> =>
  render('stats', options, () => (
    <FirstStatistics
      shown={readAddress(options.search)}
      account={options.account}
      website={website ?? null}
    />
  ));

/** The first view of a page of the account area. */
export const appView = (options: Options): Promise<FirstView> =>
  render('app', options, () => <FirstApp account={options.account} />);
