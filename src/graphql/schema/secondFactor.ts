import { encodeGlobalID } from '@pothos/plugin-relay';
import { ConfirmationRequired, confirmWithPasskey } from '../../auth/confirmation.ts';
import type { FactorKind } from '../../auth/secondFactors/kinds.ts';
import {
  countRecoveryCodes,
  createRecoveryCodes,
  type EnabledFactor,
  enableTotp,
  listSecondFactors,
  MAX_PASSKEYS,
  registerPasskey,
  removeSecondFactor,
  setUpTotp,
  startPasskeyRegistration,
  type TotpSetup,
} from '../../auth/secondFactors/manage.ts';
import { RECOVERY_CODES } from '../../auth/secondFactors/recoveryCodes.ts';
import { startPasskeyLogin } from '../../auth/secondFactors/verify.ts';
import { logInWithPasskey } from '../../auth/sessions.ts';
import type { SecondFactor } from '../../generated/prisma/client.ts';
import { AccountRef } from './account.ts';
import { builder } from './builder.ts';
import { secondFactorId } from './ids.ts';
import { CONFIRMED_SESSION, FactorKindEnum, outcome, withUserErrors } from './userErrors.ts';

/** Passkeys and one authenticator app. */
const MAX_FACTORS = MAX_PASSKEYS + 1;

const SecondFactorRef = builder.objectRef<SecondFactor>('SecondFactor').implement({
  description: 'A second factor of an account, which a login requires besides the password.',
  fields: (t) => ({
    id: t.id({
      description: 'Opaque global id of the second factor, for `removeSecondFactor`.',
      resolve: ({ id }) => encodeGlobalID('SecondFactor', id),
    }),
    kind: t.field({
      type: FactorKindEnum,
      description: 'Kind of the second factor.',
      resolve: ({ kind }) => kind as FactorKind,
    }),
    name: t.exposeString('name', { description: 'Name that the person gave to the second factor.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the second factor was added.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the second factor was last used; null if it was never used.',
    }),
  }),
});

builder.objectFields(AccountRef, (t) => ({
  secondFactors: t.field({
    type: [SecondFactorRef],
    nullable: true,
    cost: { points: 50, times: MAX_FACTORS },
    description:
      'Second factors of the account, oldest first. ' +
      'Null for an API key, because the list requires a session.',
    resolve: (_account, _args, context) => listSecondFactors(context),
  }),
  recoveryCodesLeft: t.int({
    nullable: true,
    cost: 50,
    description:
      'Number of recovery codes of the account that were not used yet. ' +
      'Null for an API key, because it requires a session.',
    resolve: (_account, _args, context) => countRecoveryCodes(context),
  }),
}));

const TotpSetupRef = builder.objectRef<TotpSetup>('TotpSetup').implement({
  description: 'The secret of an authenticator app. The app is enabled by `enableTotp`.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'The secret in base32, for apps that read no QR code.' }),
    uri: t.exposeString('uri', {
      description: 'The secret as an `otpauth:` address, which apps read from a QR code.',
    }),
  }),
});

const EnabledRef = builder.objectRef<EnabledFactor>('EnabledSecondFactor').implement({
  description: 'A second factor that was added, and the recovery codes.',
  fields: (t) => ({
    secondFactor: t.field({
      type: SecondFactorRef,
      description: 'The second factor that was enabled.',
      resolve: ({ factor }) => factor,
    }),
    recoveryCodes: t.stringList({
      nullable: true,
      cost: { times: RECOVERY_CODES },
      description:
        'New recovery codes, which are shown only this once. ' +
        'Null if the account has recovery codes already; `createRecoveryCodes` replaces them.',
      resolve: ({ recoveryCodes }) => recoveryCodes,
    }),
  }),
});

const RecoveryCodesRef = builder.objectRef<string[]>('RecoveryCodes').implement({
  description: 'New recovery codes, which replace the earlier ones.',
  fields: (t) => ({
    codes: t.stringList({
      cost: { times: RECOVERY_CODES },
      description: 'The recovery codes, which are shown only this once.',
      resolve: (codes) => codes,
    }),
  }),
});

const EnableInput = builder.inputType('EnableTotpInput', {
  description: 'The proof that an authenticator app has the secret.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'The code that the app shows: six digits.' }),
    name: t.string({ description: 'Name of the app. `Authenticator app` by default.' }),
  }),
});

const RemoveInput = builder.inputType('RemoveSecondFactorInput', {
  description: 'A second factor to remove.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Global id of the second factor.' }) }),
});

const RegisterInput = builder.inputType('RegisterPasskeyInput', {
  description: 'A passkey to register.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the passkey, such as `Laptop`.' }),
    response: t.string({
      required: true,
      description:
        'Answer of the browser to `startPasskeyRegistration`, as JSON (`RegistrationResponseJSON`).',
    }),
  }),
});

const PasskeyInput = builder.inputType('PasskeyInput', {
  description: 'The answer of a browser with a passkey.',
  fields: (t) => ({
    response: t.string({
      required: true,
      description: 'Answer of the browser to `startPasskeyLogin`, as JSON (`AuthenticationResponseJSON`).',
    }),
  }),
});

const COOKIE = 'The response sets a cookie for the answer, which is valid once, for five minutes.';
const CONFIRMED = `Requires ${CONFIRMED_SESSION}.`;

builder.mutationFields((t) => ({
  setUpTotp: t.field({
    cost: 500,
    type: TotpSetupRef,
    description: `Creates the secret of an authenticator app, which \`enableTotp\` enables. ${CONFIRMED}`,
    errors: outcome(
      'SetUpTotp',
      'The secret was created.',
      { name: 'setup', description: 'The secret for the app.' },
      [ConfirmationRequired],
    ),
    resolve: (_root, _args, context) => withUserErrors(() => setUpTotp(context)),
  }),
  enableTotp: t.field({
    cost: 500,
    type: EnabledRef,
    description:
      'Enables the authenticator app of the last `setUpTotp`, and replaces an app that was enabled before. ' +
      `Logins then require its codes. ${CONFIRMED}`,
    errors: outcome(
      'EnableTotp',
      'The app is enabled.',
      { name: 'enabled', description: 'The second factor, and the recovery codes.' },
      [ConfirmationRequired],
    ),
    args: { input: t.arg({ type: EnableInput, required: true, description: 'The code of the app.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => enableTotp(input, context)),
  }),
  removeSecondFactor: t.field({
    cost: 500,
    type: AccountRef,
    description:
      'Removes a second factor, unless it is a passkey and the only way to log in. The recovery codes are ' +
      `deleted with the last one. ${CONFIRMED}`,
    errors: outcome(
      'RemoveSecondFactor',
      'The second factor was removed.',
      { name: 'viewer', description: 'The account of the session.' },
      [ConfirmationRequired],
    ),
    args: {
      input: t.arg({ type: RemoveInput, required: true, description: 'The second factor to remove.' }),
    },
    resolve: (_root, { input }, context) =>
      withUserErrors(() => removeSecondFactor(secondFactorId(input.id), context)),
  }),
  startPasskeyRegistration: t.string({
    cost: 500,
    description:
      'Returns the options to register a passkey, as JSON (`PublicKeyCredentialCreationOptionsJSON`). ' +
      `${COOKIE} ${CONFIRMED}`,
    errors: outcome(
      'StartPasskeyRegistration',
      'The browser can create a passkey.',
      { name: 'options', description: 'The options, as JSON.' },
      [ConfirmationRequired],
    ),
    resolve: (_root, _args, context) => withUserErrors(() => startPasskeyRegistration(context)),
  }),
  registerPasskey: t.field({
    cost: 1000,
    type: EnabledRef,
    description:
      'Registers a passkey: as second factor, and instead of the password if it verifies the person. ' +
      `An account has at most ${MAX_PASSKEYS}. ${CONFIRMED}`,
    errors: outcome(
      'RegisterPasskey',
      'The passkey is registered.',
      { name: 'enabled', description: 'The second factor, and the recovery codes.' },
      [ConfirmationRequired],
    ),
    args: { input: t.arg({ type: RegisterInput, required: true, description: 'The passkey to register.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => registerPasskey(input, context)),
  }),
  startPasskeyLogin: t.string({
    cost: 100,
    description:
      'Returns the options to log in with a passkey, or to confirm a session with one, as JSON ' +
      `(\`PublicKeyCredentialRequestOptionsJSON\`). ${COOKIE}`,
    resolve: (_root, _args, context) => startPasskeyLogin(context),
  }),
  logInWithPasskey: t.field({
    cost: 1000,
    type: AccountRef,
    description:
      'Logs in with a passkey that verifies the person, instead of the password. ' +
      'The response sets a session cookie, as `logIn` does.',
    errors: outcome('LogInWithPasskey', 'The person is logged in.', {
      name: 'viewer',
      description: 'The account of the session.',
    }),
    args: { input: t.arg({ type: PasskeyInput, required: true, description: 'The answer of the browser.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => logInWithPasskey(input, context)),
  }),
  confirmWithPasskey: t.field({
    cost: 1000,
    type: AccountRef,
    description:
      'Confirms the session with a passkey of the account that verifies the person, instead of ' +
      '`confirmPassword`. Requires a session.',
    errors: outcome('ConfirmWithPasskey', 'The session was confirmed.', {
      name: 'viewer',
      description: 'The account of the session.',
    }),
    args: { input: t.arg({ type: PasskeyInput, required: true, description: 'The answer of the browser.' }) },
    resolve: (_root, { input }, context) => withUserErrors(() => confirmWithPasskey(input, context)),
  }),
  createRecoveryCodes: t.field({
    cost: 500,
    type: RecoveryCodesRef,
    description:
      'Creates ten recovery codes, and makes the earlier ones invalid. Each code replaces a second factor ' +
      `once. Requires a second factor. ${CONFIRMED}`,
    errors: outcome(
      'CreateRecoveryCodes',
      'The recovery codes were created.',
      { name: 'created', description: 'The new recovery codes.' },
      [ConfirmationRequired],
    ),
    resolve: (_root, _args, context) => withUserErrors(() => createRecoveryCodes(context)),
  }),
}));
