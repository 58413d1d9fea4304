// Writes the emails of waiting email jobs, outside any request. Only here is it looked up who has which
// address, so that no answer and no delay of one shows it.

import type { Clock } from '../../lib/clock.ts';
import { mailboxKey } from '../../lib/mailbox.ts';
import { createTokenBuckets } from '../../lib/token-buckets.ts';
import { isAccountName } from '../account-name.ts';
import type { EmailMessage, FactorChange, Mailer } from '../email-messages.ts';
import type { Account, AccountStore } from '../ports.ts';
import type {
  EmailJob,
  EmailJobStore,
  RegistrationStore,
  SecretStore,
} from '../registration-ports.ts';
import { deriveToken, makeSecret } from './one-time-secrets.ts';

/**
 * Links to one mailbox: fewer than the outbox takes in an hour. The budget refills one by one: somebody who
 * uses it up keeps the owner waiting for minutes at most.
 */
const MAILBOX_BUDGET = { refill: 1, everyMs: 10 * 60_000, capacity: 3 };
/** Between two links to one account. */
const RESETS_APART_MS = 60_000;
const AT_ONCE = 50;

/**
 * Creates the composer: each call writes what waits and returns how many emails went into the outbox. A
 * job that was interrupted is done again, and its email then may come twice, with the same link.
 */
export function createEmailComposer(ports: {
  accounts: AccountStore;
  registration: RegistrationStore;
  secrets: SecretStore;
  emailJobs: EmailJobStore;
  mailer: Mailer;
  clock: Clock;
}): () => Promise<number> {
  const { accounts, registration, secrets, emailJobs, mailer, clock } = ports;
  const mailboxes = createTokenBuckets(clock, MAILBOX_BUDGET);

  const mayReach = (email: string) => mailboxes.spend(mailboxKey(email)) === 0;

  async function findOwner(email: string): Promise<Account | undefined> {
    const found = await registration.findAccountsByEmail(email);
    return found.find(({ emailConfirmedAt }) => emailConfirmedAt !== null);
  }

  async function confirm(emailJob: EmailJob): Promise<EmailMessage[]> {
    const { requested: to, accountName, token, code, validUntil } = emailJob;
    const owner = await findOwner(to);
    if (owner !== undefined && owner.id !== emailJob.accountId) {
      return [{ kind: 'address in use', to: owner.email, accountName: owner.name }];
    }
    const kind = emailJob.kind === 'new address' ? 'confirm new address' : 'verify address';
    return [{ kind, to, accountName, code, token, validUntil }];
  }

  async function recover(emailJob: EmailJob): Promise<EmailMessage[]> {
    const { requested, token, validUntil } = emailJob;
    const byName = isAccountName(requested)
      ? await accounts.findAccountByName(requested)
      : undefined;
    const found = isAccountName(requested)
      ? [byName].filter((account) => account !== undefined)
      : await registration.findAccountsByEmail(requested);
    const outbox: EmailMessage[] = [];
    for (const { id: accountId, name: accountName, email: to } of found) {
      const purpose = 'reset password' as const;
      const own = deriveToken(token, accountId);
      const earlier = await secrets.findSecret(accountId, purpose);
      const facts = { accountId, purpose, email: to, now: emailJob.createdAt };
      const { stored } = makeSecret(facts, undefined, own);
      const isRepeat = earlier?.tokenHash === stored.tokenHash;
      const isTooSoon =
        earlier !== undefined && stored.createdAt - earlier.createdAt < RESETS_APART_MS;
      if (!isRepeat && (isTooSoon || !mayReach(to))) continue;
      await secrets.putSecret(stored);
      outbox.push({ kind: purpose, to, accountName, token: own, validUntil });
    }
    return outbox;
  }

  async function compose(emailJob: EmailJob): Promise<EmailMessage[]> {
    const {
      requested: to,
      accountName,
      token,
      validUntil,
      createdAt: at,
      detail,
      until,
    } = emailJob;
    switch (emailJob.kind) {
      case 'verify address':
      case 'new address':
        return confirm(emailJob);
      case 'reset password':
        return recover(emailJob);
      case 'address changed':
        return [{ kind: emailJob.kind, to, accountName, token, validUntil }];
      case 'account suspended':
        return [{ kind: emailJob.kind, to, accountName, reason: detail, until, at }];
      case 'account renamed':
        return [{ kind: emailJob.kind, to, accountName, newName: detail, at }];
      case 'second factor changed':
        return [{ kind: emailJob.kind, to, accountName, change: detail as FactorChange, at }];
      default:
        return [{ kind: emailJob.kind, to, accountName, at }];
    }
  }

  async function run(emailJob: EmailJob): Promise<number> {
    const isWorthIt = mailer.isOpen && emailJob.validUntil > clock.now();
    const outbox = isWorthIt ? await compose(emailJob) : [];
    for (const email of outbox) await mailer.send(email);
    await emailJobs.finishEmailJob(emailJob.id);
    return outbox.length;
  }

  return async () => {
    let count = 0;
    const failures: unknown[] = [];
    for (const emailJob of await emailJobs.listEmailJobs(AT_ONCE)) {
      try {
        count += await run(emailJob);
      } catch (error) {
        // The others do not wait for the one that fails; it stays, and is tried again.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return count;
  };
}
