// The emails that tell owners about changes of their accounts.

import { endMinute } from '../../platform/lib/moment.ts';
import { type At, type EmailTo, emailKind, inWords } from '../../platform/messages/email-kind.ts';

interface Suspension extends At {
  /** Empty if none was given. */
  reason: string;
  /** `null` if the suspension has no end. */
  until: number | null;
  /** Opens the page of an appeal. */
  token?: string;
}

export const accountEmails = {
  'password changed': emailKind({
    en: {
      label: 'Password changed',
      subject: (site: string) => `Your password for ${site} was changed`,
      text: (site: string, moment: string) =>
        `The password of your account at ${site} was changed on ${moment}. All other sessions were ended.`,
      notYou: 'If this was not you, ask for a new password on the login page:',
    },
    de: {
      label: 'Passwort geändert',
      subject: (site) => `Dein Passwort für ${site} wurde geändert`,
      text: (site, moment) =>
        `Das Passwort deines Kontos bei ${site} wurde geändert (${moment}). Alle anderen Sitzungen wurden beendet.`,
      notYou: 'Wenn du das nicht warst, fordere auf der Anmeldeseite ein neues Passwort an:',
    },
    write: (_: At, { say, site, moment, account }) => [say.text(site, moment), say.notYou, account],
  }),
  /** An administrator set the password. */
  'password set': emailKind({
    en: {
      label: 'Password set by an administrator',
      subject: (site: string) => `An administrator set a new password for you at ${site}`,
      text: (site: string, moment: string) =>
        `An administrator set a new password for your account at ${site} on ${moment}. All sessions were ended.`,
      notAsked:
        'If you did not ask for this, set your own password: choose “Forgot your password?” on the login page. This email does not contain the new password.',
    },
    de: {
      label: 'Passwort vom Administrator festgelegt',
      subject: (site) => `Ein Administrator hat dir bei ${site} ein neues Passwort gegeben`,
      text: (site, moment) =>
        `Ein Administrator hat ein neues Passwort für dein Konto bei ${site} festgelegt (${moment}). Alle Sitzungen wurden beendet.`,
      notAsked:
        'Wenn du nicht darum gebeten hast, leg ein eigenes Passwort fest: Fordere auf der Anmeldeseite ein neues an. Das festgelegte Passwort steht nicht in dieser E-Mail.',
    },
    write: (_: At, { say, site, moment, account }) => [
      say.text(site, moment),
      say.notAsked,
      account,
    ],
  }),
  /** An administrator verified the account, on sites where administrators do. */
  'account verified': emailKind({
    en: {
      label: 'Account verified',
      subject: (site: string) => `Your account at ${site} is verified`,
      text: (site: string, moment: string) =>
        `An administrator verified your account at ${site} on ${moment}. You can join servers now:`,
    },
    de: {
      label: 'Konto freigeschaltet',
      subject: (site) => `Dein Konto bei ${site} ist freigeschaltet`,
      text: (site, moment) =>
        `Ein Administrator hat dein Konto bei ${site} freigeschaltet (${moment}). Du kannst jetzt auf Servern spielen:`,
    },
    write: (_: At, { say, site, moment, account }) => [say.text(site, moment), account],
  }),
  'account suspended': emailKind({
    en: {
      label: 'Account suspended',
      subject: (site: string) => `Your account at ${site} is suspended`,
      text: (site: string, moment: string) =>
        `The moderators of ${site} suspended your account on ${moment}. All sessions were ended.`,
      reason: (reason: string) => `Reason: ${reason}`,
      unexplained: 'No reason was given.',
      forEver:
        'There is no end date. You can log in again once the moderators lift the suspension.',
      until: (moment: string) =>
        `The suspension ends automatically on ${moment}. You can log in again from then on.`,
      appeal: 'If you think that the suspension is wrong, you can tell the moderators why, once:',
    },
    de: {
      label: 'Konto gesperrt',
      subject: (site) => `Dein Konto bei ${site} ist gesperrt`,
      text: (site, moment) =>
        `Die Moderation von ${site} hat dein Konto gesperrt (${moment}). Alle Sitzungen wurden beendet.`,
      reason: (reason) => `Grund: ${reason}`,
      unexplained: 'Ein Grund wurde nicht angegeben.',
      forEver:
        'Die Sperrung hat kein Enddatum. Du kannst dich wieder anmelden, sobald die Moderation sie aufhebt.',
      until: (moment) =>
        `Die Sperrung endet automatisch am ${moment}. Ab dann kannst du dich wieder anmelden.`,
      appeal:
        'Wenn du die Sperrung für falsch hältst, kannst du der Moderation einmal schreiben, warum:',
    },
    read: ({ detail, until, createdAt }): Suspension => ({ reason: detail, until, at: createdAt }),
    write: ({ reason, until, token }: Suspension, { say, site, moment, linkTo }) => [
      say.text(site, moment),
      reason === '' ? say.unexplained : say.reason(reason),
      until === null ? say.forEver : say.until(inWords(endMinute(until))),
      ...(token === undefined ? [] : [say.appeal, linkTo('appeal', token)]),
    ],
  }),
  'account restored': emailKind({
    en: {
      label: 'Suspension lifted',
      subject: (site: string) => `Your account at ${site} is no longer suspended`,
      text: (site: string, moment: string) =>
        `The suspension of your account at ${site} was lifted on ${moment}. You can log in again with your password:`,
    },
    de: {
      label: 'Sperrung aufgehoben',
      subject: (site) => `Dein Konto bei ${site} ist nicht mehr gesperrt`,
      text: (site, moment) =>
        `Die Sperrung deines Kontos bei ${site} wurde aufgehoben (${moment}). Du kannst dich wieder mit deinem Passwort anmelden:`,
    },
    write: (_: At, { say, site, moment, account }) => [say.text(site, moment), account],
  }),
  /** `accountName` is the old name. */
  'account renamed': emailKind({
    en: {
      label: 'Account renamed',
      subject: (site: string) => `Your account at ${site} was renamed`,
      text: (site: string, from: string, to: string, moment: string) =>
        `The moderators of ${site} renamed your account from ${from} to ${to} on ${moment}.`,
      now: (name: string) =>
        `Log in as ${name} from now on. Your password is the same. Servers show your new name.`,
    },
    de: {
      label: 'Konto umbenannt',
      subject: (site) => `Dein Konto bei ${site} wurde umbenannt`,
      text: (site, from, to, moment) =>
        `Die Moderation von ${site} hat dein Konto von ${from} in ${to} umbenannt (${moment}).`,
      now: (name) =>
        `Melde dich ab jetzt als ${name} an. Dein Passwort bleibt gleich. Auf Servern erscheint dein neuer Name.`,
    },
    read: ({ detail, createdAt }) => ({ newName: detail, at: createdAt }),
    write: (
      { accountName, newName }: EmailTo & At & { newName: string },
      { say, site, moment, account },
    ) => [say.text(site, accountName, newName, moment), say.now(newName), account],
  }),
  'account deleted': emailKind({
    en: {
      label: 'Account deleted',
      subject: (site: string) => `Your account at ${site} was deleted`,
      text: (site: string, moment: string) =>
        `Your account at ${site} was deleted on ${moment}, with everything that was stored about it. This is the last email to this address.`,
    },
    de: {
      label: 'Konto gelöscht',
      subject: (site) => `Dein Konto bei ${site} wurde gelöscht`,
      text: (site, moment) =>
        `Dein Konto bei ${site} wurde gelöscht (${moment}), mit allem, was dazu gespeichert war. Das ist die letzte E-Mail an diese Adresse.`,
    },
    write: (_: At, { say, site, moment }) => [say.text(site, moment)],
  }),
};

export type AccountEmailKind = keyof typeof accountEmails;
