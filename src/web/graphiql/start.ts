import { fetchOperation } from './fetcher.ts';

/**
 * Runs on GraphiQL's page, before GraphiQL's own script. scripts/build-graphiql.ts concatenates the two, and
 * inserts the names of the workers as WORKERS.
 */
declare const WORKERS: Record<string, string>;
declare const YogaGraphiQL: { renderYogaGraphiQL(root: Element | null, options: object): void };

/** The options that the server writes into the page (src/graphql/graphiql.ts). */
interface PageOptions {
  /** Nonce of the page's Content-Security-Policy, for style elements. */
  nonce: string;
  /** Identifies the examples. If it changes, the tabs stored in the browser are discarded. */
  examples: string;
  options: { defaultTabs?: Partial<Tab>[] };
}

type Tab = Record<'query' | 'variables' | 'headers', string | null>;

const PREFIX = 'graphiql:';
const EXAMPLES = 'footfall:examples';

Object.assign(window, {
  MonacoEnvironment: {
    globalAPI: false,
    getWorkerUrl: (_id: string, label: string) => WORKERS[label],
  },
});

const element = document.getElementById('graphiql-options');
const { nonce, examples, options } = JSON.parse(element?.textContent ?? '') as PageOptions;

// The editor adds style elements for its colors, but does not set a nonce.
const create = document.createElement.bind(document);
document.createElement = (name: string, settings?: ElementCreationOptions) => {
  const created = create(name, settings);
  if (created instanceof HTMLStyleElement) created.nonce = nonce;
  return created;
};

// Stored tabs of another database contain a key and ids that are no longer valid. The demo's database is
// deleted together with the demo.
if (localStorage.getItem(EXAMPLES) !== examples) {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  localStorage.setItem(EXAMPLES, examples);
}

/** The tab that was open last; undefined on the first visit. */
function keptTab(): Partial<Tab> | undefined {
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem(`${PREFIX}tabState`) ?? '{}');
    return tabs?.[activeTabIndex];
  } catch {
    return undefined;
  }
}

// By default, GraphiQL fills the editors with the last input. An unchanged first tab then has no variables,
// and when it is opened again, a second tab without a name appears next to it.
const tab = keptTab() ?? options.defaultTabs?.[0];
const linked = new URLSearchParams(location.search).get('query');
const opened = tab &&
  (linked === null || linked === tab.query) && {
    initialQuery: tab.query ?? '',
    initialVariables: tab.variables ?? '',
    initialHeaders: tab.headers ?? '',
  };

document.addEventListener('DOMContentLoaded', () => {
  YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
    ...options,
    ...opened,
    fetcher: fetchOperation,
  });
});
