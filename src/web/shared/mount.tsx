import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { newClient } from './client.ts';
import './base.css';

/**
 * Renders a page.
 * @param headers returns further headers of each of its requests.
 */
export function mount(page: ReactNode, headers?: () => Record<string, string>): void {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root.');
  createRoot(element).render(
    <StrictMode>
      <Provider value={newClient(headers ? { headers } : {})}>{page}</Provider>
    </StrictMode>,
  );
}
