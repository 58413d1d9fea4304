// The face of the module: the exports that other modules may use.

export {
  blankAccount,
  findAccount,
  hideEndedSuspensions,
  parseFlags,
  suspend,
  withoutEndedSuspension,
} from './account.ts';
export type { AccountEmailKind } from './account-emails.ts';
export { type AccountLog, emailOwner, LOG_BOUNDS, notifyOwner, toLogEntry } from './account-log.ts';
export type {
  AccountEvent,
  CountryFinder,
  EventFacts,
  LogBounds,
  NewLogEntry,
} from './account-log-ports.ts';
export {
  checkName,
  describeObstacle,
  hashSkeleton,
  isAccountName,
  refuseName,
  requireFreeName,
  reserveName,
} from './account-names.ts';
export {
  type Account,
  type AccountChange,
  type AccountChanges,
  type AccountQuery,
  type AccountStore,
  type AdministrationStore,
  type Agreement,
  type ChangeContext,
  type InviteStore,
  type RegistrationOutcome,
  type RegistrationRequest,
  type RegistrationStore,
  type SecretOfAccount,
  type SecretStore,
  type SessionStore,
  STANDINGS,
  type Standing,
  type StartNotes,
  type StoredSecret,
  type StoredSession,
} from './account-ports.ts';
export {
  type Attempts,
  createAttempts,
  type EndGuess,
  type GuessOutcome,
} from './attempts.ts';
export { isEmailAddress, readEmailAddress } from './email-addresses.ts';
export type { Report as AccountReport } from './events.ts';
export {
  accountSuspended,
  changedMeanwhile,
  LoginFailure,
  loginBusy,
  mailClosed,
  mustWait,
  tooManyAttempts,
  unknownName,
  unknownSender,
  wrongCode,
  wrongPassword,
  wrongToken,
} from './login-failures.ts';
export {
  nextSendAt,
  SECRET_LIFETIME_MS,
  SECRETS_KEPT_AFTER_EXPIRY_MS,
} from './one-time-secret-limits.ts';
export {
  type ChangeOf,
  confirmWithCode,
  deriveToken,
  hashToken,
  makeSecret,
  makeToken,
  refuseCodesFor,
  spendToken,
} from './one-time-secrets.ts';
export {
  isPossiblePassword,
  requireGoodPassword,
  requirePassword,
} from './passwords.ts';
export {
  createFormChallenges,
  PROOF,
  type RegistrationCheckFields,
  type RegistrationCheckForm,
  requireProof,
  WITHOUT_PROOF_MS,
} from './proof-of-work.ts';
export { type AccountAction, findRights, mayDo, NEEDED_ROLES, type Rights } from './roles.ts';
export type { RegistrationRules, Verification } from './settings.ts';
