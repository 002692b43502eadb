import type { IdentityProvider } from '../../validation/identityProviders.ts';
import { isAtLeast, type Role } from '../../validation/roles.ts';
import { emailRule } from '../accounts.ts';

/** What a provider says about a person. */
export interface ProvidedPerson {
  /** `iss` and `sub` of the ID token, which identify the person. */
  issuer: string;
  subject: string;
  /** The email address in lower case, if the provider says that it is verified; otherwise null. */
  email: string | null;
  /** The names of the person's groups; null if the provider does not say. */
  groups: readonly string[] | null;
}

/** Claims of an ID token and of the user info, which are checked except for their types. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

/** Providers write booleans as texts or numbers, too. */
const isTrue = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1';

/** Reads the claims of a person. What has another type than expected counts as missing. */
export function personOf(
  claims: Claims,
  { groupsClaim, verifiedClaim }: Pick<IdentityProvider, 'groupsClaim' | 'verifiedClaim'>,
): ProvidedPerson {
  const { iss: issuer, sub: subject, email } = claims;
  const given = Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : undefined;
  const groups = typeof given === 'string' ? [given] : given;
  return {
    issuer,
    subject,
    email: isTrue(claims[verifiedClaim]) ? (emailRule.safeParse(email).data ?? null) : null,
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : null,
  };
}

/** Returns the highest role of the person's groups; null if none of them has a role. */
export function roleOfGroups(
  { groups }: Pick<ProvidedPerson, 'groups'>,
  provider: Pick<IdentityProvider, 'groups'>,
): Role | null {
  const roles = (groups ?? []).flatMap((group) => provider.groups.get(group) ?? []);
  return roles.reduce<Role | null>((best, role) => (best && isAtLeast(best, role) ? best : role), null);
}

/** Returns the role of the people of the address's domain; null if they may not join by themselves. */
export function roleOfDomain(
  { email }: Pick<ProvidedPerson, 'email'>,
  { domains }: Pick<IdentityProvider, 'domains'>,
): Role | null {
  return domains.get(email?.split('@').at(-1) ?? '') ?? null;
}
