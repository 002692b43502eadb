import { generateKeyPairSync } from 'node:crypto';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { type JWK, Provider } from 'oidc-provider';
import type { Page } from 'playwright-core';
import { freePort } from './postgresql/server.mjs';

const CLIENT = { id: 'footfall', secret: 'a secret of the provider' };
const SCOPES = 'openid email groups';
const HOUR_S = 3_600;

/** What an identity provider says about a person. */
export interface ProvidedClaims {
  email: string;
  email_verified: boolean;
  groups?: string[];
}

/** A real identity provider (oidc-provider) on this machine, whose people need no password. */
export interface IdentityProvider {
  issuer: string;
  /** The people by the name with which they log in. A test can change them at any time. */
  people: Map<string, ProvidedClaims>;
  /** The variables of a server that uses the provider under the name `company`. */
  env(more?: Record<string, string>): Record<string, string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The page where people log in. The one of oidc-provider loads fonts from another host. */
const LOGIN_PAGE =
  '<!doctype html><title>Provider</title><form method="post">' +
  '<label>Account at the provider <input name="name"></label>' +
  '<button>Continue</button><button name="cancel" value="1">Cancel</button></form>';

/** @param baseUrl the address of the server that uses the provider. */
export async function startIdentityProvider(baseUrl: string): Promise<IdentityProvider> {
  // Not the host of the server, so that they are two sites.
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const people = new Map<string, ProvidedClaims>();
  const { warn } = console;
  // It warns that it keeps everything in memory.
  console.warn = () => undefined;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${baseUrl}/oidc/company/callback`],
        token_endpoint_auth_method: 'client_secret_post',
        require_auth_time: true,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    cookies: { keys: ['a key of the provider'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/people/${uid}` },
    jwks: { keys: [newKey()] },
    ttl: { Interaction: HOUR_S, Session: HOUR_S, Grant: HOUR_S, AccessToken: HOUR_S, IdToken: HOUR_S },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // Everybody agrees that Footfall gets the claims.
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      const grant = new oidc.provider.Grant({ clientId: CLIENT.id, ...(accountId && { accountId }) });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
  });
  console.warn = warn;
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/people/')) return next();
    if (ctx.method === 'GET') {
      ctx.type = 'html';
      ctx.body = LOGIN_PAGE;
      return;
    }
    const form = new URLSearchParams(await text(ctx.req));
    const result = form.get('cancel')
      ? { error: 'access_denied' }
      : { login: { accountId: form.get('name') ?? '' } };
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
  });
  const server = await new Promise<Server>((resolve) => {
    const listening = provider.listen(port, 'localhost', () => resolve(listening));
  });
  return {
    issuer,
    people,
    env(more = {}) {
      const values = {
        ISSUER: issuer,
        CLIENT_ID: CLIENT.id,
        CLIENT_SECRET: CLIENT.secret,
        LABEL: 'Company',
        SCOPES,
        ...more,
      };
      const named = Object.entries(values).map(([name, value]) => [`OIDC_COMPANY_${name}`, value] as const);
      return { OIDC_PROVIDERS: 'company', ...Object.fromEntries(named) };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const newKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' }) as JWK;

/** Logs in on the page of the provider. */
export async function logInAtProvider(page: Page, name: string): Promise<void> {
  await page.getByLabel('Account at the provider').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}
