// The rules of the site, and who agreed to which version of them.

import { Failure } from '../../lib/failure.ts';
import { accountFailures } from '../../messages/messages.ts';
import { changedMeanwhile } from '../login/login-failures.ts';
import type { Account, Agreement, Ports } from '../ports.ts';

export function createRulesAgreement(
  ports: Pick<Ports, 'registration' | 'clock' | 'rulesVersion'>,
) {
  const { registration, clock, rulesVersion } = ports;
  return {
    findDue(account: Account) {
      const version = rulesVersion();
      return version === account.rulesVersion ? undefined : version;
    },
    /** Notes that the owner agreed. Throws `invalid` when it is not the present version, and `conflict`. */
    async agree(account: Account, version: string) {
      const present = rulesVersion();
      if (present === undefined) return;
      requireAgreement(present, version);
      const changes = agreementOf(present, clock.now());
      if ((await registration.apply(account, { changes })) === undefined) throw changedMeanwhile();
    },
  };
}

/** Throws `invalid` unless the version that was agreed to, empty for none, is the present one, if there is any. */
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
