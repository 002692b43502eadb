import { ConfirmationRequired } from '../../auth/confirmation.ts';
import { changeEmail, confirmEmail } from '../../auth/emailChange.ts';
import { requestPasswordReset, resetPassword } from '../../auth/passwordReset.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { LanguageEnum } from './enums.ts';
import { CONFIRMED_SESSION, outcome, withUserErrors } from './userErrors.ts';

const RequestInput = builder.inputType('RequestPasswordResetInput', {
  description: 'The account whose password was forgotten.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'Email address of the account.' }),
    language: t.field({
      type: LanguageEnum,
      description: 'Language of the mail for an account that has not chosen one. English by default.',
    }),
  }),
});

const ResetInput = builder.inputType('ResetPasswordInput', {
  description: 'The link of a mail and the new password.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'Token from the link in the mail.' }),
    password: t.string({
      required: true,
      description: 'New password of the account: 12 to 128 characters, and not a common password.',
    }),
  }),
});

const ChangeInput = builder.inputType('ChangeEmailInput', {
  description: 'The new email address of the account.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'New email address of the account.' }),
  }),
});

const ConfirmInput = builder.inputType('ConfirmEmailInput', {
  description: 'The link of a mail to a new email address.',
  fields: (t) => ({
    token: t.string({ required: true, description: 'Token from the link in the mail.' }),
  }),
});

builder.mutationFields((t) => ({
  requestPasswordReset: t.boolean({
    cost: 1000,
    description:
      'Mails a link to set a new password, if there is an account with the email address. The link is ' +
      'valid for one hour. The result does not depend on whether there is an account. An account gets at ' +
      'most three links an hour. Fails with `UNAVAILABLE` if the server does not send mail ' +
      '(`sendsReports`).',
    errors: outcome('RequestPasswordReset', 'The request was accepted.', {
      name: 'accepted',
      description: 'Whether the request was accepted: always true.',
    }),
    args: {
      input: t.arg({ type: RequestInput, required: true, description: 'The account and a language.' }),
    },
    resolve: (_root, { input }, context) =>
      withUserErrors(async () => {
        await requestPasswordReset(input, context);
        return true;
      }),
  }),
  resetPassword: t.string({
    cost: 2000,
    description:
      'Sets a new password with the link of a mail, and ends all sessions of the account. The link can be ' +
      'used once. It does not log in.',
    errors: outcome('ResetPassword', 'The password is changed.', {
      name: 'email',
      description: 'Email address of the account, to log in with.',
    }),
    args: {
      input: t.arg({ type: ResetInput, required: true, description: 'The link and the new password.' }),
    },
    resolve: (_root, { input }, context) => withUserErrors(() => resetPassword(input, context)),
  }),
  changeEmail: t.field({
    cost: 1000,
    type: AccountRef,
    description:
      'Mails a link to a new email address of the account. The address changes when the link is used with ' +
      '`confirmEmail`, within 24 hours. An earlier link becomes invalid. The present address gets a ' +
      'notice. The result does not depend on whether another account has the address. Fails with ' +
      '`UNAVAILABLE` if the server does not send mail (`sendsReports`). Requires ' +
      `${CONFIRMED_SESSION}.`,
    errors: outcome(
      'ChangeEmail',
      'The request was accepted; the address has not changed yet.',
      { name: 'viewer', description: 'The account of the session.' },
      [ConfirmationRequired],
    ),
    args: {
      input: t.arg({ type: ChangeInput, required: true, description: 'The new email address.' }),
    },
    resolve: (_root, { input }, context) => withUserErrors(() => changeEmail(input, context)),
  }),
  confirmEmail: t.string({
    cost: 1000,
    description:
      'Changes the email address of an account with the link of a mail to the new address. The link can be ' +
      'used once, in any browser. The earlier address gets a notice.',
    errors: outcome('ConfirmEmail', 'The email address is changed.', {
      name: 'email',
      description: 'The new email address of the account.',
    }),
    args: { input: t.arg({ type: ConfirmInput, required: true, description: 'The link of the mail.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => confirmEmail(input, context)),
  }),
}));
