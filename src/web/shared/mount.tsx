import { Fragment, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import type { PageName } from '../../texts/languages.ts';
import { newClient } from './client.ts';
import { loadTexts, useLanguage } from './i18n/language.ts';
import './base.css';

/**
 * Renders a page as soon as its texts are loaded.
 * @param headers returns further headers of each of its requests.
 */
export function mount(name: PageName, page: ReactNode, headers?: () => Record<string, string>): void {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root.');
  loadTexts(name).then(
    () => {
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
