// Opens registration: the form, and the link of the first administrator.

import { createFirstAdministrator } from './first-administrator.ts';
import { createRegistrationLimits } from './registration-limits.ts';
import { createSignUp } from './sign-up.ts';

export function openRegistration(
  ports: Parameters<typeof createRegistrationLimits>[0] &
    Omit<Parameters<typeof createSignUp>[0], 'registrationLimits'> &
    Parameters<typeof createFirstAdministrator>[0],
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
  };
}
