import { SIGN_ON_PROBLEMS } from '../../../auth/singleSignOn/problems.ts';

/** What a login with an identity provider led to: `sign_on` in the address to which the server returns. */
const OUTCOMES = ['linked', 'confirmed', ...SIGN_ON_PROBLEMS] as const;

export type Outcome = (typeof OUTCOMES)[number];

const isOutcome = (name: string): name is Outcome => (OUTCOMES as readonly string[]).includes(name);

/** An outcome and the page to which the server returned. */
interface Return {
  path: string;
  outcome: Outcome | null;
}

/** Read once: the server returns by loading a page. */
let first: Return | undefined;

/**
 * Returns the outcome in the address with which the page was loaded; null if there is none. Removes it from
 * the address, so that a reload does not show it again.
 */
export function takeOutcome(): Return {
  first ??= readOutcome();
  return first;
}

function readOutcome(): Return {
  const address = new URL(location.href);
  const name = address.searchParams.get('sign_on');
  if (name !== null) {
    address.searchParams.delete('sign_on');
    history.replaceState(history.state, '', address);
  }
  return { path: address.pathname, outcome: name !== null && isOutcome(name) ? name : null };
}

/** Whether it is what the person wanted. */
export const isSuccess = (name: Outcome): boolean => name === 'linked' || name === 'confirmed';
