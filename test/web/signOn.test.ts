import { expect, test } from '@jest/globals';
import { SIGN_ON_PROBLEMS } from '../../src/auth/singleSignOn/problems.ts';
import { OUTCOMES } from '../../src/web/app/signOn/outcome.ts';

test('the pages have a text for each reason why a login with a provider failed', () => {
  expect([...OUTCOMES].sort()).toEqual(['linked', 'confirmed', ...SIGN_ON_PROBLEMS].sort());
});
