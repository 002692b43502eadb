import type { Role } from '../validation/roles.ts';

/** A mail to the person of an account about its access, or to a person who is invited to a team. */
export type AccountMail = {
  /** The recipient's email address. */
  to: string;
  /** The language of the mail, `Account.language`; null for English. */
  language: string | null;
} & (
  | { kind: 'password_reset' /** The token of the link. */; token: string }
  | { kind: 'password_changed' }
  /** To the new address, which the link confirms. */
  | { kind: 'email_change'; token: string /** The present address of the account. */; present: string }
  /** To the present address, when the change is requested and when it is made. */
  | { kind: 'email_change_requested' | 'email_changed' /** The new address. */; address: string }
  /** To an address that was requested for one account and belongs to another. */
  | { kind: 'email_taken' }
  | FactorNotice
  | ({ kind: 'invitation' } & InvitationMail)
);

/** What a mail tells about the ways to log in to an account. */
export type FactorNotice =
  /** The person has connected an identity at a provider. */
  | { kind: 'identity_linked' /** The text of the provider's button. */; name: string }
  /** The person has added or removed a second factor. */
  | { kind: 'second_factor_added' | 'second_factor_removed' /** The name of the factor. */; name: string }
  | { kind: 'recovery_codes_created' }
  /** Somebody else has removed all second factors. */
  | {
      kind: 'second_factors_reset' /** The owner's email address; null for the operator. */;
      by: string | null;
    };

/** What an invitation to a team says. */
interface InvitationMail {
  /** The address of the page where the person accepts. */
  url: string;
  /** The name of the team. */
  team: string;
  role: Role;
  /** The email address of the inviting person; null for the operator. */
  inviter: string | null;
}

/** Sends mails about accounts (reports/accountMails.ts). */
export interface AccountMails {
  /** Queues a mail, and returns at once: the response time must not reveal whether there is one. */
  send(mail: AccountMail): void;
}
