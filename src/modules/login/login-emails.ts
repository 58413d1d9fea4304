// Emails that warn of logins.

import { type At, type EmailsOf, emailKind } from '../../platform/messages/email-kind.ts';
import { emailMessages } from '../email/messages.ts';
import { describePlace, type FromDevice } from '../two-factor/index.ts';

export const loginEmails = {
  'new device': emailKind({
    en: {
      label: 'New device',
      subject: (site: string) => `A new device logged in at ${site}`,
      text: (site: string, device: string, country: string, moment: string) =>
        `Somebody logged in to your account at ${site} from a new device: ${device}, country ${country}, on ${moment}.`,
    },
    de: {
      label: 'Neues Gerät',
      subject: (site) => `Ein neues Gerät hat sich bei ${site} angemeldet`,
      text: (site, device, country, moment) =>
        `Jemand hat sich mit einem neuen Gerät in deinem Konto bei ${site} angemeldet: ${device}, Land: ${country}, ${moment}.`,
    },
    write: (from: FromDevice, { say, site, moment, account }) => [
      say.text(site, ...describePlace(from), moment),
      emailMessages.wasNotYou,
      account,
    ],
  }),
  /** Tells of many wrong passwords from many addresses: unknown devices now need a mailed code. */
  'brute-force protection': emailKind({
    en: {
      label: 'Password guessing',
      subject: (site: string) => `Somebody is guessing your password for ${site}`,
      text: (site: string, moment: string) =>
        `On ${moment}, somebody tried many passwords for your account at ${site}, from many places. All of them were wrong.`,
      now: 'For now, new devices need a code by email to log in. Devices that you have used before log in as usual. You do not need to do anything.',
    },
    de: {
      label: 'Versuche, das Passwort zu erraten',
      subject: (site) => `Jemand versucht, dein Passwort für ${site} zu erraten`,
      text: (site, moment) =>
        `Jemand hat für dein Konto bei ${site} von vielen Orten aus viele Passwörter probiert (${moment}). Alle waren falsch.`,
      now: 'Vorerst brauchen neue Geräte zum Anmelden einen Code per E-Mail. Deine eigenen Geräte melden sich an wie bisher. Du musst nichts tun.',
    },
    write: (_: At, { say, site, moment }) => [say.text(site, moment), say.now],
  }),
};

export type LoginEmail = EmailsOf<typeof loginEmails>;
