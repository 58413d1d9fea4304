// Emails with a link that sets a new password. Their recipients are found when they are composed, outside of every
// request, so that no answer and no delay reveals which address has an account.

import type { Clock } from '../../platform/lib/clock.ts';
import { mailboxKey } from '../../platform/lib/mailbox.ts';
import { createTokenBuckets } from '../../platform/lib/token-buckets.ts';
import {
  type EmailJob,
  type EmailsOf,
  type EmailTo,
  emailKind,
  type Until,
} from '../../platform/messages/email-kind.ts';
import {
  type Account,
  type AccountStore,
  deriveToken,
  isAccountName,
  makeSecret,
  type RegistrationStore,
  type SecretStore,
} from '../account/index.ts';
import { emailMessages } from '../email/messages.ts';

export const recoveryEmails = {
  'reset password': emailKind({
    en: {
      label: 'Set a new password',
      subject: (site: string) => `Set a new password for ${site}`,
      text: (site: string) =>
        `Somebody asked for a new password for your account at ${site}. Open this link to set one:`,
    },
    de: {
      label: 'Neues Passwort festlegen',
      subject: (site) => `Leg ein neues Passwort für ${site} fest`,
      text: (site) =>
        `Jemand hat ein neues Passwort für dein Konto bei ${site} angefordert. Öffne diesen Link, um eines festzulegen:`,
    },
    causedBy: 'strangers, apart',
    write: ({ token }: Until & { token: string }, { say, site, moment, linkTo }) => [
      say.text(site),
      linkTo('reset', token),
      emailMessages.validUntil(moment),
      emailMessages.notYou,
    ],
  }),
};

type RecoveryEmail = EmailsOf<typeof recoveryEmails>;

/** The budget of reset links to one mailbox, below its hourly emails. A flood delays the owner only by minutes. */
const MAILBOX_BUDGET = { refill: 1, everyMs: 10 * 60_000, capacity: 3 };
/** The time between two reset links to one account, even when the first was used and deleted. */
const RESETS_APART_MS = 60_000;
const ACCOUNT_BUDGET = { refill: 1, everyMs: RESETS_APART_MS, capacity: 1 };

/** Creates the composer. Run again with the same job, after a crash or a failure, it composes the same links. */
export function createRecoveryComposer(ports: {
  accounts: AccountStore;
  registration: RegistrationStore;
  secrets: SecretStore;
  clock: Clock;
}) {
  const { accounts, registration, secrets, clock } = ports;
  const mailboxes = createTokenBuckets(clock, MAILBOX_BUDGET);
  const accountBudgets = createTokenBuckets(clock, ACCOUNT_BUDGET);

  const mayReach = (accountId: number, email: string) =>
    accountBudgets.spend(`${accountId}`) === 0 && mailboxes.spend(mailboxKey(email)) === 0;

  async function findRecipients(typed: string): Promise<Account[]> {
    if (!isAccountName(typed)) return registration.findAccountsByEmail(typed);
    const account = await accounts.findAccountByName(typed);
    return account === undefined ? [] : [account];
  }

  async function recover(job: EmailJob): Promise<(EmailTo & RecoveryEmail)[]> {
    const { token, validUntil } = job;
    const emails: (EmailTo & RecoveryEmail)[] = [];
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

  return { 'reset password': recover };
}
