/** A URL of PostgreSQL cannot be used. The message completes "DATABASE_URL must", and has no part of the URL. */
export class AddressError extends Error {
  override name = 'AddressError';
}
