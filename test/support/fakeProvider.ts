import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Claims = Record<string, unknown>;

const CLIENT = { id: 'footfall', secret: 'a secret of the provider' };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A signed token (JWS). */
function signed(claims: Claims, key: KeyObject, header: Claims = {}): string {
  const body = `${encode({ alg: 'RS256', kid: 'one', ...header })}.${encode(claims)}`;
  return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`;
}

/** What a test changes in the answers of a provider. */
export interface Faults {
  /** Changes the claims of the ID token. */
  claims?: (claims: Claims) => Claims;
  /** Signs the ID token with a key that the provider does not publish. */
  forged?: boolean;
  /** The header of the ID token. */
  header?: Claims;
  /** Answers the token request itself. */
  token?: (response: ServerResponse) => void;
  /** Answers the request of the metadata itself. */
  metadata?: (response: ServerResponse) => void;
}

/** An identity provider that answers as a test wants it to, also wrongly. */
export interface FakeProvider {
  issuer: string;
  faults: Faults;
  /** The paths of the requests, in their order. */
  requests: string[];
  /** The variables of a server that uses the provider under a name. */
  env(name?: string, more?: Record<string, string>): Record<string, string>;
  /**
   * Logs a person in, without a page.
   * @param address to which Footfall sends the browser.
   * @param claims what the provider says about the person: `sub` and others.
   * @param userInfo what it says only in the user info.
   * @returns the path and the query to which the provider sends the browser back.
   */
  authorize(address: string, claims: Claims, userInfo?: Claims): string;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startFakeProvider(): Promise<FakeProvider> {
  const [own, other] = [newKey(), newKey()];
  const codes = new Map<string, { claims: Claims; userInfo: Claims; challenge: string }>();
  const requests: string[] = [];
  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seconds = () => Math.floor(Date.now() / 1_000);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname } = new URL(request.url ?? '/', issuer);
    requests.push(pathname);
    const { faults } = provider;
    if (pathname === '/.well-known/openid-configuration') {
      if (faults.metadata) return faults.metadata(response);
      return json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      });
    }
    if (pathname === '/keys')
      return json(response, {
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
      });
    const form = new URLSearchParams(await text(request));
    const code = form.get('code') ?? '';
    if (pathname === '/userinfo') {
      const [, token = ''] = (request.headers.authorization ?? '').split(' ');
      return json(response, codes.get(token)?.userInfo ?? {});
    }
    if (faults.token) return faults.token(response);
    const login = codes.get(code);
    const basic = Buffer.from(`${CLIENT.id}:${encodeURIComponent(CLIENT.secret).replaceAll('%20', '+')}`);
    if (request.headers.authorization !== `Basic ${basic.toString('base64')}`)
      return json(response, { error: 'invalid_client' }, 401);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (pathname !== '/token' || login?.challenge !== challenge)
      return json(response, { error: 'invalid_grant' }, 400);
    const claims = faults.claims?.(login.claims) ?? login.claims;
    const idToken = signed(claims, (faults.forged ? other : own).privateKey, faults.header);
    return json(response, { access_token: code, token_type: 'Bearer', id_token: idToken });
  }

  const provider: FakeProvider = {
    issuer,
    faults: {},
    requests,
    env(name = 'okta', more = {}) {
      const prefix = `OIDC_${name.toUpperCase()}_`;
      const values = { ISSUER: issuer, CLIENT_ID: CLIENT.id, CLIENT_SECRET: CLIENT.secret, ...more };
      const named = Object.entries(values).map(([key, value]) => [prefix + key, value] as const);
      return { OIDC_PROVIDERS: name, ...Object.fromEntries(named) };
    },
    authorize(address, claims, userInfo = {}) {
      const url = new URL(address);
      const asked = (name: string) => url.searchParams.get(name) ?? '';
      const code = createHash('sha256').update(asked('state')).digest('hex');
      const times = { iat: seconds(), exp: seconds() + 60 };
      const own = { iss: issuer, aud: CLIENT.id, nonce: asked('nonce'), ...times };
      codes.set(code, {
        claims: { ...own, ...claims },
        userInfo: { sub: claims.sub, ...userInfo },
        challenge: asked('code_challenge'),
      });
      const back = new URL(asked('redirect_uri'));
      back.search = new URLSearchParams({ code, state: asked('state'), iss: issuer }).toString();
      return back.pathname + back.search;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });
