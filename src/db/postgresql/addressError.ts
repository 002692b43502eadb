/** A URL of PostgreSQL cannot be used. The message completes "DATABASE_URL must", without a part of it. */
export class AddressError extends Error {
  override name = 'AddressError';
}
