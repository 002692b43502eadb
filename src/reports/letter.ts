import type { AccountMail } from '../auth/accountMails.ts';
import type { Config } from '../config.ts';
import type { Role } from '../validation/roles.ts';
import type { Words } from './words.ts';

/** A mail to a person: what happened, what to do, and what to do if somebody else did it. */
export interface Letter {
  subject: string;
  /** Paragraphs. The last one says what to do if it was somebody else. */
  paragraphs: string[];
  /** The link below the paragraphs; null for none. */
  action: { text: string; address: string } | null;
  /** Why the recipient gets the mail. */
  reason: string;
}

/** Writes a mail about an account in a language. */
export function letterOf(mail: AccountMail, { baseUrl }: Pick<Config, 'baseUrl'>, { t }: Words): Letter {
  const server = new URL(baseUrl).host;
  const reason = t('mails.account.reason', { server });
  const newPassword = { text: t('mails.newPassword'), address: `${baseUrl}/forgot` };
  const link = (path: string, token: string) => `${baseUrl}/${path}?${new URLSearchParams({ token })}`;
  switch (mail.kind) {
    case 'password_reset':
      return {
        subject: t('mails.reset.subject'),
        paragraphs: [t('mails.reset.asked', { server }), t('mails.reset.valid'), t('mails.reset.other')],
        action: { text: t('mails.newPassword'), address: link('reset', mail.token) },
        reason,
      };
    case 'password_changed':
      return {
        subject: t('mails.passwordChanged.subject'),
        paragraphs: [t('mails.passwordChanged.done', { server }), t('mails.passwordChanged.other')],
        action: newPassword,
        reason,
      };
    case 'email_change':
      return {
        subject: t('mails.confirmEmail.subject'),
        paragraphs: [
          t('mails.confirmEmail.asked', { server, address: mail.present }),
          t('mails.confirmEmail.valid'),
          t('mails.confirmEmail.other'),
        ],
        action: { text: t('mails.confirmEmail.button'), address: link('confirm-email', mail.token) },
        reason: t('mails.confirmEmail.reason', { server }),
      };
    case 'email_change_requested':
      return {
        subject: t('mails.emailRequested.subject'),
        paragraphs: [
          t('mails.emailRequested.asked', { server, address: mail.address }),
          t('mails.emailRequested.other'),
        ],
        action: newPassword,
        reason,
      };
    case 'email_changed':
      return {
        subject: t('mails.emailChanged.subject'),
        paragraphs: [
          t('mails.emailChanged.done', { server, address: mail.address }),
          t('mails.emailChanged.other'),
        ],
        action: null,
        reason: t('mails.emailChanged.reason', { server }),
      };
    case 'email_taken':
      return {
        subject: t('mails.emailTaken.subject'),
        paragraphs: [t('mails.emailTaken.asked', { server }), t('mails.emailTaken.other')],
        action: newPassword,
        reason,
      };
    case 'second_factor_added':
      return {
        subject: t('mails.factorAdded.subject'),
        paragraphs: [t('mails.factorAdded.done', { server, name: mail.name }), t('mails.factorAdded.other')],
        action: newPassword,
        reason,
      };
    case 'identity_linked':
      return {
        subject: t('mails.identityLinked.subject'),
        paragraphs: [
          t('mails.identityLinked.done', { server, name: mail.name }),
          t('mails.identityLinked.other', { name: mail.name }),
        ],
        action: newPassword,
        reason,
      };
    case 'second_factor_removed':
      return {
        subject: t('mails.factorRemoved.subject'),
        paragraphs: [
          t('mails.factorRemoved.done', { server, name: mail.name }),
          t('mails.factorRemoved.other'),
        ],
        action: newPassword,
        reason,
      };
    case 'recovery_codes_created':
      return {
        subject: t('mails.recoveryCodes.subject'),
        paragraphs: [t('mails.recoveryCodes.done', { server }), t('mails.recoveryCodes.other')],
        action: newPassword,
        reason,
      };
    case 'second_factors_reset':
      return {
        subject: t('mails.factorsReset.subject'),
        paragraphs: [
          mail.by === null
            ? t('mails.factorsReset.byOperator', { server })
            : t('mails.factorsReset.byOwner', { server, owner: mail.by }),
          t('mails.factorsReset.other'),
        ],
        action: newPassword,
        reason,
      };
    case 'invitation': {
      const { team, inviter, url } = mail;
      const values = { team, server, role: t(`role.${mail.role.toUpperCase() as Uppercase<Role>}`) };
      return {
        subject: t('mails.invitation.subject', { team }),
        paragraphs: [
          inviter === null
            ? t('mails.invitation.byOperator', values)
            : t('mails.invitation.by', { ...values, inviter }),
          t('mails.invitation.valid'),
          t('mails.invitation.other'),
        ],
        action: { text: t('mails.invitation.button'), address: url },
        reason: t('mails.invitation.reason', { server }),
      };
    }
  }
}

/** A letter as plain text, with the same content as the HTML. */
export function letterText({ paragraphs, action, reason }: Letter): string {
  const link = action ? [`${action.text}:\n${action.address}`] : [];
  return `${[...paragraphs, ...link, `-- \n${reason}`].join('\n\n')}\n`;
}
