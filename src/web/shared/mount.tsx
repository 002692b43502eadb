import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { newClient } from './client.ts';
import './base.css';

/** Renders a page. */
export function mount(page: ReactNode): void {
  const element = document.getElementById('root');
  if (!element) throw new Error('The page has no #root.');
  createRoot(element).render(
    <StrictMode>
      <Provider value={newClient()}>{page}</Provider>
    </StrictMode>,
  );
}
