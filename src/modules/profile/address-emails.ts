// Emails that prove an address, or undo its change. Their recipients are found when they are composed, outside of every
// request, so that no answer and no delay reveals which address has an account.

import {
  type EmailJob,
  type EmailsOf,
  type EmailTo,
  emailKind,
  type Until,
} from '../../platform/messages/email-kind.ts';
import type { Account, RegistrationStore } from '../account/index.ts';
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
      linkTo('verify', email.token),
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
      linkTo('confirmEmail', email.token),
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
      linkTo('undoEmail', token),
      say.until(moment),
    ],
  }),
};

export type AddressEmail = EmailsOf<typeof addressEmails>;

/** Creates the composers. Run again with the same job, after a crash or a failure, they compose the same links. */
export function createAddressComposers({ registration }: { registration: RegistrationStore }) {
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

  return { 'verify address': confirm, 'new address': confirm };
}
