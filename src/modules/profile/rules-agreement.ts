// Which version of the rules an account agreed to, and how owners agree.

import type { Clock } from '../../platform/lib/clock.ts';
import { Failure } from '../../platform/lib/failure.ts';
import {
  type Account,
  type Agreement,
  changedMeanwhile,
  type RegistrationStore,
} from '../account/index.ts';
import { accountFailures } from '../account/messages.ts';

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

/** Throws `invalid` unless `agreed` is the current version of the rules, if there are any. */
export function requireAgreement(present: string | undefined, agreed: string): void {
  if (present === undefined || present === agreed) return;
  const { missing, outdated } = accountFailures.rules;
  throw new Failure('invalid', agreed === '' ? missing : outdated, { field: 'agree' });
}

export function agreementOf(version: string | undefined, now: number): Agreement {
  return version === undefined
    ? { rulesVersion: null, rulesAgreedAt: null }
    : { rulesVersion: version, rulesAgreedAt: now };
}
