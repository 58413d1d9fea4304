// Which version of the rules an account agreed to, and how owners agree.

import type { Clock } from '../../platform/lib/clock.ts';
import { type Account, changedMeanwhile, type RegistrationStore } from '../account/index.ts';
import { agreementOf, requireAgreement } from '../registration/sign-up.ts';

export function createRulesAgreement(ports: {
  registration: RegistrationStore;
  clock: Clock;
  rulesVersion(): string | undefined;
}) {
  const { registration, clock, rulesVersion } = ports;
  return {
    findDue(account: Account) {
      const version = rulesVersion();
      return version === account.rulesVersion ? undefined : version;
    },
    /** Notes that the owner agreed. Throws `invalid` when the version is not the current one, and `conflict`. */
    async agree(account: Account, version: string) {
      const present = rulesVersion();
      if (present === undefined) return;
      requireAgreement(present, version);
      const changes = agreementOf(present, clock.now());
      if ((await registration.apply(account, { changes })) === undefined) throw changedMeanwhile();
    },
  };
}

export type RulesAgreement = ReturnType<typeof createRulesAgreement>;
