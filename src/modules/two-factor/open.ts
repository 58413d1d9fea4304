// Opens the second factors: the codes of logins, and then, since it needs the check of passwords, the owner's proof.

import { hasFactor } from './factors.ts';
import { createLoginCodes } from './login-codes.ts';
import { createOwnerProof } from './owner-proof.ts';
import { createSecuritySettings } from './security-settings.ts';
import { createTwoFactor } from './two-factor.ts';

export function openTwoFactor(
  ports: Parameters<typeof createLoginCodes>[0] &
    Omit<Parameters<typeof createTwoFactor>[0], 'loginCodes'>,
) {
  const loginCodes = createLoginCodes(ports);
  return {
    loginCodes,
    twoFactor: createTwoFactor({ ...ports, loginCodes }),
    hasTwoFactor: async (id: number) => hasFactor(await ports.security.findSecurity(id)),
  };
}

export function openOwnerSecurity(
  ports: Parameters<typeof createOwnerProof>[0] &
    Omit<Parameters<typeof createSecuritySettings>[0], 'ownerProof'>,
) {
  const ownerProof = createOwnerProof(ports);
  return { ownerProof, settings: createSecuritySettings({ ...ports, ownerProof }) };
}
