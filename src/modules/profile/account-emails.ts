// Composes emails that were requested in a change: finds out who gets which email. That happens here alone,
// outside of every request, so that no answer and no delay reveals which address has an account.

import type { Clock } from '../../platform/lib/clock.ts';
import { stripColourCodes } from '../../platform/lib/colour-codes.ts';
import { mailboxKey } from '../../platform/lib/mailbox.ts';
import { createTokenBuckets } from '../../platform/lib/token-buckets.ts';
import {
  type Account,
  type AccountStore,
  deriveToken,
  isAccountName,
  makeSecret,
  type RegistrationStore,
  type SecretStore,
} from '../account/index.ts';
import type { EmailComposer, EmailJob, EmailMessage, FactorChange } from '../email/index.ts';

/** Reset links to one mailbox, fewer than its emails in an hour; a flood keeps the owner waiting for minutes at most. */
const MAILBOX_BUDGET = { refill: 1, everyMs: 10 * 60_000, capacity: 3 };
/** Between two reset links to one account, also where the first was used meanwhile and is kept no longer. */
const RESETS_APART_MS = 60_000;
const ACCOUNT_BUDGET = { refill: 1, everyMs: RESETS_APART_MS, capacity: 1 };

/** Called again with the same job, after a crash or a failure, it composes emails with the same links. */
export function createEmailComposer(ports: {
  accounts: AccountStore;
  registration: RegistrationStore;
  secrets: SecretStore;
  clock: Clock;
}): EmailComposer {
  const { accounts, registration, secrets, clock } = ports;
  const mailboxes = createTokenBuckets(clock, MAILBOX_BUDGET);
  const ofAccounts = createTokenBuckets(clock, ACCOUNT_BUDGET);

  const mayReach = (accountId: number, email: string) =>
    ofAccounts.spend(`${accountId}`) === 0 && mailboxes.spend(mailboxKey(email)) === 0;

  async function findOwner(email: string): Promise<Account | undefined> {
    const found = await registration.findAccountsByEmail(email);
    return found.find(({ emailConfirmedAt }) => emailConfirmedAt !== null);
  }

  async function confirm(job: EmailJob): Promise<EmailMessage[]> {
    const { recipient: to, accountName, language, token, code, validUntil } = job;
    const owner = await findOwner(to);
    if (owner !== undefined && owner.id !== job.accountId) {
      const { email, name, language: owned } = owner;
      return [{ kind: 'address in use', to: email, accountName: name, language: owned }];
    }
    const kind = job.kind === 'new address' ? 'confirm new address' : 'verify address';
    return [{ kind, to, accountName, language, code, token, validUntil }];
  }

  async function findRecipients(typed: string): Promise<Account[]> {
    if (!isAccountName(typed)) return registration.findAccountsByEmail(typed);
    const account = await accounts.findAccountByName(typed);
    return account === undefined ? [] : [account];
  }

  async function recover(job: EmailJob): Promise<EmailMessage[]> {
    const { token, validUntil } = job;
    const emails: EmailMessage[] = [];
    for (const account of await findRecipients(job.recipient)) {
      const { id: accountId, name: accountName, email: to, language } = account;
      const purpose = 'reset password' as const;
      const own = deriveToken(token, accountId);
      const earlier = await secrets.findSecret(accountId, purpose);
      const facts = { purpose, email: to, now: job.createdAt };
      const { stored } = makeSecret(facts, undefined, own);
      const isRepeat = earlier?.tokenHash === stored.tokenHash;
      const isTooSoon =
        earlier !== undefined && stored.createdAt - earlier.createdAt < RESETS_APART_MS;
      if (!isRepeat && (isTooSoon || !mayReach(accountId, to))) continue;
      await secrets.putSecret({ accountId, ...stored });
      emails.push({ kind: purpose, to, accountName, language, token: own, validUntil });
    }
    return emails;
  }

  return async (job) => {
    const { recipient: to, accountName, language, token, validUntil, createdAt: at } = job;
    const { detail, until } = job;
    const who = { to, accountName, language };
    switch (job.kind) {
      case 'verify address':
      case 'new address':
        return confirm(job);
      case 'reset password':
        return recover(job);
      case 'address changed':
        return [{ kind: job.kind, ...who, token, validUntil }];
      case 'account suspended':
        return [{ kind: job.kind, ...who, reason: detail, until, at }];
      case 'account renamed':
        return [{ kind: job.kind, ...who, newName: detail, at }];
      case 'second factor changed':
        return [{ kind: job.kind, ...who, change: detail as FactorChange, at }];
      case 'report closed':
      case 'reported server unlisted':
        return [{ kind: job.kind, ...who, serverName: stripColourCodes(detail), at }];
      case 'rally met':
      case 'server moved': {
        const [hash = '', fact = '', ...name] = detail.split(' ');
        const server = { hash, serverName: stripColourCodes(name.join(' ')) };
        return job.kind === 'server moved'
          ? [{ kind: job.kind, ...who, ...server, ip: fact, at }]
          : [{ kind: job.kind, ...who, ...server, people: Number(fact), validUntil }];
      }
      case 'server back': {
        const [hash = ''] = detail.split(' ', 1);
        const serverName = stripColourCodes(detail.slice(hash.length + 1));
        return [{ kind: job.kind, ...who, serverName, hash, at }];
      }
      case 'server event':
        return [{ kind: job.kind, ...who, event: JSON.parse(detail), at }];
      default:
        return [{ kind: job.kind, ...who, at }];
    }
  };
}
