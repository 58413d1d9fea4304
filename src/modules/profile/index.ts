// The face of the module: the parts that other modules may use.

export { createAccountSettings } from './account-settings.ts';
export { confirmNewAccount, createAddressChange } from './address-change.ts';
export { createRecovery } from './recovery.ts';
