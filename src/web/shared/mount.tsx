import { Fragment, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import type { PageName } from '../../texts/languages.ts';
import { newClient } from './client.ts';
import { receiveFirst } from './first.ts';
import { loadTexts, useLanguage } from './i18n/language.ts';
import '../first/first.css';
import './base.css';

interface Options {
  /** Returns further headers of each of the page's requests. */
  headers?: () => Record<string, string>;
  /** The operation of which the server has written the first request into the page. */
  first?: string;
}

/**
 * Renders a page as soon as its texts and its first data are loaded. Until then it shows what the server
 * wrote (src/web/first).
 */
export function mount(name: PageName, page: ReactNode, { headers, first }: Options = {}): void {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root.');
  const show = () => delete document.documentElement.dataset.waits;
  Promise.all([loadTexts(name), first && receiveFirst(first)]).then(
    () => {
      show();
      element.dataset.mounted = 'true';
      createRoot(element).render(
        <StrictMode>
          <Provider value={newClient(headers ? { headers } : {})}>
            <InLanguage>{page}</InLanguage>
          </Provider>
        </StrictMode>,
      );
    },
    () => {
      show();
      // Without texts, there is no other language than this.
      element.lang = 'en';
      element.textContent = 'The page could not be loaded. Check your connection, then reload the page.';
    },
  );
}

/** Mounts the page anew when its language changes. Its state is in the address. */
const InLanguage = ({ children }: { children: ReactNode }) => (
  <Fragment key={useLanguage()}>{children}</Fragment>
);
