// Opens what owners do with their accounts: address, password, language, copy, deletion, agreement to the rules.

import { createAccountSettings } from './account-settings.ts';
import { createAddressChange } from './address-change.ts';
import { createRecovery } from './recovery.ts';
import { createRulesAgreement } from './rules-agreement.ts';

export const openProfile = (
  ports: Parameters<typeof createAccountSettings>[0] &
    Parameters<typeof createAddressChange>[0] &
    Parameters<typeof createRecovery>[0] &
    Parameters<typeof createRulesAgreement>[0],
) => ({
  own: createAccountSettings(ports),
  address: createAddressChange(ports),
  recovery: createRecovery(ports),
  agreement: createRulesAgreement(ports),
});
