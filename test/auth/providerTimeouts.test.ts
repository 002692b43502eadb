import { expect, test } from '@jest/globals';
import { createConnections } from '../../src/auth/singleSignOn/connections.ts';
import { problemOf } from '../../src/auth/singleSignOn/identify.ts';
import { readConfig } from '../../src/config.ts';
import type { Faults } from '../support/fakeProvider.ts';
import { NOON } from '../support/server.ts';
import { eachWithOkta } from '../support/singleSignOn.ts';

const okta = eachWithOkta();

test.each<[string, Required<Faults>['metadata']]>([
  ['does not answer', () => undefined],
  ['does not end its answer', (response) => response.writeHead(200).write('{"issuer":')],
])('a provider that %s is unavailable after the time limit', async (_what, metadata) => {
  const { provider } = okta;
  const { identityProviders } = readConfig({ DATABASE_URL: 'file:x.db', ...provider.env() });
  const [known] = identityProviders;
  if (!known) throw new Error('The provider is not in the configuration.');
  const connections = createConnections(() => NOON, 0.1);
  provider.faults = { metadata };
  const error = await connections.connect(known).catch((reason) => reason);
  expect(await problemOf(error)).toMatchObject({ problem: 'unavailable', message: 'OAUTH_TIMEOUT' });
  // The failure is not kept.
  provider.faults = {};
  expect((await connections.connect(known)).serverMetadata().issuer).toBe(provider.issuer);
});
