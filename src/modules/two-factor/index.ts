// The face of the module: what other modules may use of it.

export type { OwnerProof, Proof } from './owner-proof.ts';
export type { SecurityStore } from './security-ports.ts';
export {
  isRecoveryCode,
  type LoginCodes,
  type TwoFactor,
  type TwoFactorRequirement,
} from './two-factor.ts';
export { describePlace, type FromDevice, type TwoFactorEmail } from './two-factor-emails.ts';
