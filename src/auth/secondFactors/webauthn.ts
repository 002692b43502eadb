/**
 * The library of passkeys. It is large, and therefore loaded with the first passkey: this module must be
 * imported dynamically.
 */
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
