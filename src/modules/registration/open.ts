// Opens registration: the form, the link of the first administrator, and the sweep of accounts that nobody verified.

import { createFirstAdministrator } from './first-administrator.ts';
import { createRegistrationLimits } from './registration-limits.ts';
import { createSignUp } from './sign-up.ts';
import { createAccountSweep } from './unverified-accounts.ts';

export function openRegistration(
  ports: Parameters<typeof createRegistrationLimits>[0] &
    Omit<Parameters<typeof createSignUp>[0], 'registrationLimits'> &
    Parameters<typeof createFirstAdministrator>[0] &
    Parameters<typeof createAccountSweep>[0],
) {
  const { mailer, rules } = ports;
  const registrationLimits = createRegistrationLimits(ports);
  return {
    get canMail() {
      return mailer.isOpen;
    },
    rules,
    signUp: createSignUp({ ...ports, registrationLimits }),
    openForm: registrationLimits.openForm,
    firstAdministrator: createFirstAdministrator(ports),
    ...createAccountSweep(ports),
  };
}
