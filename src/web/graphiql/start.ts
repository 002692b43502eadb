import { fetchOperation } from './fetcher.ts';

/**
 * Runs on the page of GraphiQL, before GraphiQL's own script: scripts/build-graphiql.ts puts one before the
 * other, and the names of the workers into WORKERS.
 */
declare const WORKERS: Record<string, string>;
declare const YogaGraphiQL: { renderYogaGraphiQL(root: Element | null, options: object): void };

/** What the server writes into the page (src/graphql/graphiql.ts). */
interface PageOptions {
  /** Nonce of the page's Content-Security-Policy, for style elements. */
  nonce: string;
  /** Names the examples: other ones replace the tabs that the browser has kept. */
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

// The editor writes its colours into style elements, and knows no nonce.
const create = document.createElement.bind(document);
document.createElement = (name: string, settings?: ElementCreationOptions) => {
  const created = create(name, settings);
  if (created instanceof HTMLStyleElement) created.nonce = nonce;
  return created;
};

// Tabs of another database (the demo's is deleted with it) carry a key and ids that are not valid any more.
if (localStorage.getItem(EXAMPLES) !== examples) {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  localStorage.setItem(EXAMPLES, examples);
}

/** The tab that was open last; undefined at the first visit. */
function keptTab(): Partial<Tab> | undefined {
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem(`${PREFIX}tabState`) ?? '{}');
    return tabs?.[activeTabIndex];
  } catch {
    return undefined;
  }
}

// GraphiQL by itself fills the editors from what was typed last: a first tab that nobody changed has no
// variables then, and opened again, a tab without a name stands beside it.
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
