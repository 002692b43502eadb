/** Why a login with an identity provider failed. The page has a text for each (`signOn.…`). */
export const SIGN_ON_PROBLEMS = [
  /** The person or the provider refused. */
  'denied',
  /** The login was not started in this browser, or too long ago. */
  'expired',
  /** The answer of the provider is not valid. */
  'failed',
  /** The answer is not valid yet, or not any more: the clocks differ. */
  'clock',
  /** The provider cannot be reached, or does not answer as it must. */
  'unavailable',
  /** Too many attempts of the client. */
  'busy',
  /** There is an account with the verified email address, which is not connected with the identity. */
  'not_connected',
  /** The person has no account, and may not join by itself. */
  'refused',
  /** The person might join, but the provider does not say that the email address is verified. */
  'unverified',
  /** OIDC_…_TEAM is missing on a server with several teams, or its team does not exist. */
  'team',
  /** The team has the maximum of members. */
  'full',
  /** The invitation is not valid. */
  'invitation',
  /** The invitation is for a person who has an account, and must log in first. */
  'has_account',
  /** The identity belongs to another account. */
  'other_person',
  /** The account has the maximum of identities. */
  'too_many',
  /** The session has ended, or is another one. */
  'session',
  /** The provider does not say that the person has just logged in to it. */
  'not_recent',
] as const;

export type SignOnProblem = (typeof SIGN_ON_PROBLEMS)[number];

/** A login with an identity provider failed. */
export class SignOnError extends Error {
  override name = 'SignOnError';
  readonly problem: SignOnProblem;

  /** @param reason for the log. It contains nothing that the provider or the client chose. */
  constructor(problem: SignOnProblem, reason: string = problem) {
    super(reason);
    this.problem = problem;
  }
}
