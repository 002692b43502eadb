import type { Page } from 'playwright-core';
import { type IdentityProvider, startIdentityProvider } from './identityProvider.ts';
import { startPages } from './pages.ts';
import { freePort } from './postgresql/server.mjs';
import type { TestServer } from './server.ts';

/** What the provider says of Ann. */
export const ANN = { email: 'ann@example.com', email_verified: true };

/** A server with an identity provider on another site. */
export interface SignOnPages {
  server: TestServer;
  provider: IdentityProvider;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts them; the provider knows Ann. */
export async function startWorld(
  settings: Record<string, string> = { DOMAINS: 'example.com=editor' },
  env: Record<string, string> = {},
): Promise<SignOnPages> {
  const port = String(await freePort());
  const base = `http://127.0.0.1:${port}`;
  const provider = await startIdentityProvider(base);
  provider.people.set('ann', ANN);
  const server = await startPages({ env: { ...provider.env(settings), ...env, PORT: port, BASE_URL: base } });
  return {
    server,
    provider,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** Opens the login page and goes to the provider. */
export async function goToProvider(page: Page, { server }: SignOnPages): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: 'Log in with Company' }).click();
}

/** The section of the account page about single sign-on. */
export const panelOf = (page: Page) => page.getByRole('region', { name: 'Single sign-on' });
