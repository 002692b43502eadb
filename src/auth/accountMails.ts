/** A mail to the person of an account about the password or the email address. */
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
);

/** Sends mails about accounts (reports/accountMails.ts). */
export interface AccountMails {
  /** Queues a mail, and returns at once: the response time must not reveal whether there is one. */
  send(mail: AccountMail): void;
}
