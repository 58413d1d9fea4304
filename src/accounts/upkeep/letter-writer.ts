// Writes the letters that were left to be written, away from any request: here alone is it looked up who
// has which address, so that no answer and no delay can tell.

import type { Clock } from '../../lib/clock.ts';
import { mailboxKey } from '../../lib/mailbox.ts';
import { createTokenBuckets } from '../../lib/token-buckets.ts';
import { isAccountName } from '../account-name.ts';
import type { FactorChange, Letter, Post } from '../letters.ts';
import type { Account, AccountStore } from '../ports.ts';
import type { Errand, ErrandStore, RegistrationStore, SecretStore } from '../registration-ports.ts';
import { deriveToken, makeSecret } from './one-time-secrets.ts';

/**
 * Links to one mailbox: fewer than the post takes in an hour. They come one by one, so that whoever uses
 * them up for somebody else keeps the owner waiting for minutes at most.
 */
const MAILBOX_BUDGET = { refill: 1, everyMs: 10 * 60_000, capacity: 3 };
/** Between two links to one account. */
const RESETS_APART_MS = 60_000;
const AT_ONCE = 50;

/**
 * Makes the writer: each call writes what waits and returns how many letters went into the queue. An
 * errand that was cut short is done again, and its letter then may come twice, with the same link.
 */
export function createLetterWriter(ports: {
  accounts: AccountStore;
  registration: RegistrationStore;
  secrets: SecretStore;
  errands: ErrandStore;
  post: Post;
  clock: Clock;
}): () => Promise<number> {
  const { accounts, registration, secrets, errands, post, clock } = ports;
  const mailboxes = createTokenBuckets(clock, MAILBOX_BUDGET);

  const mayReach = (email: string) => mailboxes.spend(mailboxKey(email)) === 0;

  async function findOwner(email: string): Promise<Account | undefined> {
    const found = await registration.findAccountsByEmail(email);
    return found.find(({ emailConfirmedAt }) => emailConfirmedAt !== null);
  }

  async function confirm(errand: Errand): Promise<Letter[]> {
    const { asked: to, accountName, token, code, validUntil } = errand;
    const owner = await findOwner(to);
    if (owner !== undefined && owner.id !== errand.accountId) {
      return [{ kind: 'address in use', to: owner.email, accountName: owner.name }];
    }
    const kind = errand.kind === 'new address' ? 'confirm new address' : 'verify address';
    return [{ kind, to, accountName, code, token, validUntil }];
  }

  async function recover(errand: Errand): Promise<Letter[]> {
    const { asked, token, validUntil } = errand;
    const byName = isAccountName(asked) ? await accounts.findAccountByName(asked) : undefined;
    const found = isAccountName(asked)
      ? [byName].filter((account) => account !== undefined)
      : await registration.findAccountsByEmail(asked);
    const letters: Letter[] = [];
    for (const { id: accountId, name: accountName, email: to } of found) {
      const purpose = 'reset password' as const;
      const own = deriveToken(token, accountId);
      const earlier = await secrets.findSecret(accountId, purpose);
      const facts = { accountId, purpose, email: to, now: errand.createdAt };
      const { stored } = makeSecret(facts, undefined, own);
      const isRepeat = earlier?.tokenHash === stored.tokenHash;
      const isTooSoon =
        earlier !== undefined && stored.createdAt - earlier.createdAt < RESETS_APART_MS;
      if (!isRepeat && (isTooSoon || !mayReach(to))) continue;
      await secrets.putSecret(stored);
      letters.push({ kind: purpose, to, accountName, token: own, validUntil });
    }
    return letters;
  }

  async function compose(errand: Errand): Promise<Letter[]> {
    const { asked: to, accountName, token, validUntil, createdAt: at, detail, until } = errand;
    switch (errand.kind) {
      case 'verify address':
      case 'new address':
        return confirm(errand);
      case 'reset password':
        return recover(errand);
      case 'address changed':
        return [{ kind: errand.kind, to, accountName, token, validUntil }];
      case 'account suspended':
        return [{ kind: errand.kind, to, accountName, reason: detail, until, at }];
      case 'account renamed':
        return [{ kind: errand.kind, to, accountName, newName: detail, at }];
      case 'second factor changed':
        return [{ kind: errand.kind, to, accountName, change: detail as FactorChange, at }];
      default:
        return [{ kind: errand.kind, to, accountName, at }];
    }
  }

  async function run(errand: Errand): Promise<number> {
    const isWorthIt = post.isOpen && errand.validUntil > clock.now();
    const letters = isWorthIt ? await compose(errand) : [];
    for (const letter of letters) await post.send(letter);
    await errands.finishErrand(errand.id);
    return letters.length;
  }

  return async () => {
    let count = 0;
    const failures: unknown[] = [];
    for (const errand of await errands.listErrands(AT_ONCE)) {
      try {
        count += await run(errand);
      } catch (error) {
        // The others do not wait for the one that fails; it stays, and is tried again.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return count;
  };
}
