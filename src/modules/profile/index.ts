// The face of the module: what other modules may use of it.

export { createAccountSettings } from './account-settings.ts';
export { confirmNewAccount, createAddressChange } from './address-change.ts';
export { createRecovery } from './recovery.ts';
