import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import type { IdentityProvider } from '../../validation/identityProviders.ts';

/** Loaded with the first login, because most servers have no identity provider. */
export const openIdClient = () => import('./openIdClient.ts');

/** Time limit of a request to a provider by default, in seconds. */
const TIMEOUT_S = 10;
/** Maximum size of an answer of a provider. Lists of keys are the largest, of some kilobytes. */
export const MAX_ANSWER_BYTES = 512 * 1024;
/** How long the metadata of a provider are used. */
const METADATA_MS = 3_600_000;

/** The connections to identity providers. */
export interface ProviderConnections {
  /**
   * Returns the provider's metadata and keys, which are read at the first use, and again after an hour or a
   * failure.
   * @throws the error of the library (`problemOf`).
   */
  connect(provider: IdentityProvider): Promise<Configuration>;
}

/**
 * @param now the time, Unix milliseconds.
 * @param timeout the time limit of a request to a provider, in seconds.
 */
export function createConnections(now: () => number, timeout = TIMEOUT_S): ProviderConnections {
  const known = new Map<string, { at: number; configuration: Promise<Configuration> }>();
  return {
    connect(provider) {
      const last = known.get(provider.id);
      if (last && Math.abs(now() - last.at) < METADATA_MS) return last.configuration;
      const entry = { at: now(), configuration: discover(provider, timeout) };
      known.set(provider.id, entry);
      entry.configuration.catch(() => {
        if (known.get(provider.id) === entry) known.delete(provider.id);
      });
      return entry.configuration;
    },
  };
}

async function discover(
  { issuer, clientId, clientSecret }: IdentityProvider,
  timeout: number,
): Promise<Configuration> {
  const client = await openIdClient();
  const server = new URL(issuer);
  const [post, basic] = [client.ClientSecretPost(clientSecret), client.ClientSecretBasic(clientSecret)];
  // Without a list, the standard has `client_secret_basic`.
  const authenticate: ClientAuth = (metadata, ...rest) =>
    (metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(
      metadata,
      ...rest,
    );
  return client.discovery(server, clientId, {}, authenticate, {
    // The library checks signatures only on demand: the standard allows to rely on TLS instead.
    execute: [
      client.enableNonRepudiationChecks,
      ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
    timeout,
    [client.customFetch]: limitedFetch,
  });
}

/** As `fetch`, for answers of at most `MAX_ANSWER_BYTES`. The library neither limits nor follows them. */
const limitedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new TypeError('The answer of the identity provider is too large.');
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(response.body && Buffer.concat(chunks), { status, headers });
};
