/** The kinds of second factors, with their descriptions. */
export const FACTOR_KINDS = {
  totp: 'An authenticator app that shows a new code every 30 seconds (TOTP, RFC 6238).',
  passkey: 'A passkey or a security key (WebAuthn).',
} as const;

export type FactorKind = keyof typeof FACTOR_KINDS;

/** How a person has identified in a session, with descriptions. */
export const LOGIN_METHODS = {
  password: 'With the password alone.',
  password_totp: 'With the password and a code of an authenticator app.',
  password_recovery_code: 'With the password and a recovery code.',
  password_passkey: 'With the password and a passkey as second factor.',
  passkey: 'With a passkey instead of the password.',
  oidc: 'With an identity provider (OpenID Connect).',
  login_link: 'With a link that the operator created by the command line.',
} as const;

export type LoginMethod = keyof typeof LOGIN_METHODS;

/** The methods that use a second factor of the account. */
export const FACTOR_METHODS = [
  'password_totp',
  'password_recovery_code',
  'password_passkey',
  'passkey',
] as const satisfies LoginMethod[];
