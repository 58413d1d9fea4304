// The face of the module: the parts that other modules may use.

export { confirmNewAccount } from './address-change.ts';
export { agreementOf, requireAgreement } from './rules-agreement.ts';
