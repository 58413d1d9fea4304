// Emails that prove an address, undo its change, or let its owner set a new password. Their recipients are found when
// they are composed, outside of every request, so that no answer and no delay reveals which address has an account.

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

type Linked = Until & { token: string };
type Coded = Linked & { code: string };

export const addressEmails = {
  /** Asks to confirm a new address, by typing the code or by the link that holds the token. */
  'verify address': emailKind({
    en: {
      label: 'Confirm an address',
      subject: (site: string) => `Confirm your email address for ${site}`,
      text: (site: string) =>
        `An account with this name was registered at ${site} with this email address. Open this link to confirm that the address is yours:`,
    },
    de: {
      label: 'Adresse bestätigen',
      subject: (site) => `Bestätige deine E-Mail-Adresse für ${site}`,
      text: (site) =>
        `Bei ${site} wurde ein Konto mit diesem Namen und dieser E-Mail-Adresse registriert. Öffne diesen Link, um zu bestätigen, dass die Adresse dir gehört:`,
    },
    causedBy: 'strangers',
    write: (email: Coded, { say, site, moment, linkTo }) => [
      say.text(site),
      { link: linkTo('verify', email.token) },
      emailMessages.orTypeCode,
      { code: email.code },
      emailMessages.validUntil(moment),
      emailMessages.notYou,
    ],
  }),
  'confirm new address': emailKind({
    en: {
      label: 'Confirm a new address',
      subject: (site: string) => `Confirm your new email address for ${site}`,
      text: (site: string) =>
        `This email address was entered as the new one for your account at ${site}. Open this link to confirm that it is yours:`,
    },
    de: {
      label: 'Neue Adresse bestätigen',
      subject: (site) => `Bestätige deine neue E-Mail-Adresse für ${site}`,
      text: (site) =>
        `Diese E-Mail-Adresse wurde als neue für dein Konto bei ${site} eingegeben. Öffne diesen Link, um zu bestätigen, dass sie dir gehört:`,
    },
    causedBy: 'strangers',
    write: (email: Coded, { say, site, moment, linkTo }) => [
      say.text(site),
      { link: linkTo('confirmEmail', email.token) },
      emailMessages.orTypeCode,
      { code: email.code },
      emailMessages.validUntil(moment),
      emailMessages.notYou,
    ],
  }),
  /** Goes to the owner of an address that somebody else registered with or changed to. */
  'address in use': emailKind({
    en: {
      label: 'Address already in use',
      subject: (site: string) => `You already have an account at ${site}`,
      text: (site: string) =>
        `Somebody just tried to use this email address for an account at ${site}, but it already belongs to yours. Nothing was changed, and they were not told that you have an account.`,
      help: 'If it was you, log in with the name above. If you forgot your password, you can set a new one from the login page.',
    },
    de: {
      label: 'Adresse schon vergeben',
      subject: (site) => `Du hast schon ein Konto bei ${site}`,
      text: (site) =>
        `Jemand wollte gerade diese E-Mail-Adresse für ein Konto bei ${site} verwenden, aber sie gehört schon zu deinem. Es wurde nichts geändert, und niemand hat erfahren, dass du ein Konto hast.`,
      help: 'Wenn du das warst, melde dich mit dem Namen oben an. Wenn du dein Passwort vergessen hast, kannst du auf der Anmeldeseite ein neues festlegen.',
    },
    causedBy: 'strangers',
    write: (_: object, { say, site }) => [say.text(site), say.help],
  }),
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
    write: ({ token }: Linked, { say, site, moment, linkTo }) => [
      say.text(site),
      { link: linkTo('reset', token) },
      emailMessages.validUntil(moment),
      emailMessages.notYou,
    ],
  }),
  /** Goes to the old address, which can undo the change. */
  'address changed': emailKind({
    en: {
      label: 'Address changed',
      subject: (site: string) => `The email address of your account at ${site} was changed`,
      text: (site: string) =>
        `The email address of your account at ${site} was changed, so this address no longer belongs to it.`,
      undo: 'If this was not you, open this link to undo the change:',
      until: (moment: string) => `The link works until ${moment}.`,
    },
    de: {
      label: 'Adresse geändert',
      subject: (site) => `Die E-Mail-Adresse deines Kontos bei ${site} wurde geändert`,
      text: (site) =>
        `Die E-Mail-Adresse deines Kontos bei ${site} wurde geändert. Diese Adresse gehört also nicht mehr dazu.`,
      undo: 'Wenn du das nicht warst, öffne diesen Link, um die Änderung rückgängig zu machen:',
      until: (moment) => `Der Link funktioniert bis ${moment}.`,
    },
    read: ({ token, validUntil }) => ({ token, validUntil }),
    write: ({ token }: Linked, { say, site, moment, linkTo }) => [
      say.text(site),
      say.undo,
      { link: linkTo('undoEmail', token) },
      say.until(moment),
    ],
  }),
};

export type AddressEmail = EmailsOf<typeof addressEmails>;

/** The budget of reset links to one mailbox, below its hourly emails. A flood delays the owner only by minutes. */
const MAILBOX_BUDGET = { refill: 1, everyMs: 10 * 60_000, capacity: 3 };
/** The time between two reset links to one account, even when the first was used and deleted. */
const RESETS_APART_MS = 60_000;
const ACCOUNT_BUDGET = { refill: 1, everyMs: RESETS_APART_MS, capacity: 1 };

/** Creates the composers. Run again with the same job, after a crash or a failure, they compose the same links. */
export function createAddressComposers(ports: {
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

  async function findOwner(email: string): Promise<Account | undefined> {
    const found = await registration.findAccountsByEmail(email);
    return found.find(({ emailConfirmedAt }) => emailConfirmedAt !== null);
  }

  async function confirm(job: EmailJob): Promise<(EmailTo & AddressEmail)[]> {
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

  async function recover(job: EmailJob): Promise<(EmailTo & AddressEmail)[]> {
    const { token, validUntil } = job;
    const emails: (EmailTo & AddressEmail)[] = [];
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

  return { 'verify address': confirm, 'new address': confirm, 'reset password': recover };
}
