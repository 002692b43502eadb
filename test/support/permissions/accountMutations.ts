import { globalId } from './graphql.ts';
import { type Attempt, input } from './mutations.ts';
import { DOOMED_KEY, FACTOR, FIRST_MEMBER, IDENTITY, INVITED, INVITED_OWNER } from './rows.ts';

/** The mutations of teams and their API keys. */
export const TEAM_MUTATIONS: Record<string, Attempt> = {
  createApiKey: { args: (_viewer, count) => input(`name: "New ${count}"`) },
  revokeApiKey: { args: () => input(`id: "${DOOMED_KEY}"`), isFinal: true },
  inviteMember: { args: (_viewer, count) => input(`email: "new-${count}@new.test", role: VIEWER`) },
  'inviteMember (an owner)': {
    args: (_viewer, count) => input(`email: "new-${count}@new.test", role: OWNER`),
  },
  updateMember: { args: () => input(`id: "${INVITED}", role: EDITOR`), isFinal: true },
  'updateMember (to owner)': { args: () => input(`id: "${INVITED}", role: OWNER`), isFinal: true },
  'updateMember (an owner)': { args: () => input(`id: "${INVITED_OWNER}", role: VIEWER`), isFinal: true },
  removeMember: { args: () => input(`id: "${INVITED}"`), isFinal: true },
  'removeMember (an owner)': { args: () => input(`id: "${INVITED_OWNER}"`), isFinal: true },
  resetSecondFactors: { args: () => input(`id: "${FIRST_MEMBER}"`) },
  updateTeam: { args: () => input('name: "Kestrel"') },
  'updateTeam (a required second factor)': {
    args: () => input('requiresSecondFactor: true'),
    granted: /^input\.requiresSecondFactor/,
  },
  createTeam: { args: () => input('name: ""'), granted: /^input\.name/ },
  deleteTeam: { args: () => input('id: "100"'), granted: /website/ },
  switchTeam: { args: () => input('id: "100"') },
  acceptInvitation: { args: () => input('token: "none"') },
};

/** The mutations of persons and their sessions. */
export const PERSON_MUTATIONS: Record<string, Attempt> = {
  changeEmail: { args: (_viewer, count) => input(`email: "new-${count}@new.test"`), granted: /send mail/ },
  changeLanguage: { args: () => input('language: EN') },
  changePassword: {
    args: () => input('current: "wrong", password: "violet harbour lantern"'),
    granted: /^input\.current/,
  },
  confirmEmail: { args: () => input('token: "none"') },
  confirmPassword: { args: () => input('password: "wrong"'), granted: /^input\.password/ },
  confirmWithPasskey: { args: () => input('response: "{}"'), granted: /^input\.response/ },
  createOwner: { args: () => input('token: "none", email: "new@new.test", password: "violet harbour lamp"') },
  createRecoveryCodes: { args: () => '', granted: /require a second factor/ },
  enableTotp: { args: () => input('code: "000000"'), granted: /^input\.code/ },
  'endSession (of the owner)': {
    args: (_viewer, _count, world) => input(`id: "${globalId('Session', world.doomedSession)}"`),
    isFinal: true,
  },
  'logIn (with a wrong password)': {
    args: (_viewer, count) => input(`email: "nobody-${count}@new.test", password: "wrong"`),
  },
  logInWithLink: { args: () => input('token: "none"') },
  'logInWithPasskey (with a wrong answer)': { args: () => input('response: "{}"') },
  registerPasskey: { args: () => input('name: "Laptop", response: "{}"'), granted: /^input\.response/ },
  'removeIdentity (of the owner)': {
    args: () => input(`id: "${globalId('Identity', IDENTITY)}"`),
    isFinal: true,
  },
  'removeSecondFactor (of the owner)': {
    args: () => input(`id: "${globalId('SecondFactor', FACTOR)}"`),
    isFinal: true,
  },
  requestPasswordReset: { args: () => input('email: "nobody@new.test"'), granted: /send mail/ },
  resetPassword: { args: () => input('token: "none", password: "violet harbour lantern"') },
  setUpTotp: { args: () => '' },
  startSingleSignOn: { args: () => input('provider: "none", purpose: LOG_IN') },
  startPasskeyLogin: { args: () => '', isScalar: true },
  startPasskeyRegistration: { args: () => '' },
  // Last, because it ends the session.
  logOut: { args: () => input(''), isScalar: true },
};
