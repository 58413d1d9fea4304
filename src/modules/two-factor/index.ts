// The face of the module: the parts that other modules may use.

export type { LoginCodes } from './login-codes.ts';
export type { OwnerProof, PasskeyAnswer, Proof } from './owner-proof.ts';
export { isRecoveryCode } from './recovery-codes.ts';
export type { SecurityStore } from './security-ports.ts';
export type { TwoFactor, TwoFactorRequirement } from './two-factor.ts';
export { describePlace, type FromDevice, type TwoFactorEmail } from './two-factor-emails.ts';
