// Emails about second factors.

import { findCountryName } from '../../platform/lib/country-name.ts';
import {
  type At,
  type EmailsOf,
  emailKind,
  type Until,
} from '../../platform/messages/email-kind.ts';
import { currentLanguage } from '../../platform/messages/language.ts';
import { emailMessages } from '../email/messages.ts';
import { securityMessages } from './messages.ts';

/** `device` and `country` are as stored in a session. */
export interface FromDevice extends At {
  device: string;
  country: string;
}

/** Describes a device and a country for emails. */
export function describePlace({ device, country }: FromDevice): [device: string, country: string] {
  const name = findCountryName(country, currentLanguage()) ?? emailMessages.unknownCountry;
  return [securityMessages.device(device), name];
}

const CHANGES = {
  'turned on': 'on',
  'turned off': 'off',
  'reset by an administrator': 'reset',
  'recovery code used': 'recovery',
} as const;

export type FactorChange = keyof typeof CHANGES;

export const twoFactorEmails = {
  'login code': emailKind({
    en: {
      label: 'Login code',
      subject: (site: string) => `Your login code for ${site}`,
      text: (site: string) => `This code completes a login to your account at ${site}.`,
      type: 'Enter this code where you were asked for it:',
      notYou:
        'If this was not you, somebody else knows your password. Do not share this code, and set a new password:',
    },
    de: {
      label: 'Anmeldecode',
      subject: (site) => `Dein Anmeldecode für ${site}`,
      text: (site) => `Dieser Code schließt eine Anmeldung in deinem Konto bei ${site} ab.`,
      type: 'Gib diesen Code dort ein, wo du danach gefragt wurdest:',
      notYou:
        'Wenn du das nicht warst, kennt jemand anderes dein Passwort. Gib diesen Code nicht weiter und leg ein neues Passwort fest:',
    },
    write: ({ code }: Until & { code: string }, { say, site, moment, account }) => [
      say.text(site),
      say.type,
      { code },
      emailMessages.validUntil(moment),
      say.notYou,
      account,
    ],
  }),
  /** Several wrong codes after the right password. The device and country are those of the latest attempt. */
  'wrong codes': emailKind({
    en: {
      label: 'Wrong codes',
      subject: (site: string) => `Wrong codes for your account at ${site}`,
      text: (site: string, device: string, country: string, moment: string) =>
        `Somebody entered your password at ${site} and then five wrong codes within a day. The latest came from this device: ${device}, country ${country}, on ${moment}. None of them opened your account, and further attempts are limited. You get this email at most once a day.`,
      notYou: 'If this was not you, somebody else knows your password. Set a new one now:',
    },
    de: {
      label: 'Falsche Codes',
      subject: (site) => `Falsche Codes für dein Konto bei ${site}`,
      text: (site, device, country, moment) =>
        `Jemand hat bei ${site} dein Passwort und danach innerhalb eines Tages fünf falsche Codes eingegeben. Der letzte kam von diesem Gerät: ${device}, Land: ${country}, ${moment}. Keiner davon hat dein Konto geöffnet, und weitere Versuche sind begrenzt. Diese E-Mail bekommst du höchstens einmal am Tag.`,
      notYou:
        'Wenn du das nicht warst, kennt jemand anderes dein Passwort. Leg jetzt ein neues fest:',
    },
    write: (from: FromDevice, { say, site, moment, account }) => [
      say.text(site, ...describePlace(from), moment),
      say.notYou,
      account,
    ],
  }),
  'second factor changed': emailKind({
    en: {
      label: 'Two-factor authentication changed',
      on: {
        subject: (site: string) => `Two-factor authentication turned on at ${site}`,
        text: (site: string, moment: string) =>
          `A two-factor authentication method was turned on for your account at ${site} on ${moment}.`,
      },
      off: {
        subject: (site: string) => `Two-factor authentication turned off at ${site}`,
        text: (site: string, moment: string) =>
          `A two-factor authentication method was turned off for your account at ${site} on ${moment}.`,
      },
      reset: {
        subject: (site: string) => `Your two-factor authentication at ${site} was reset`,
        text: (site: string, moment: string) =>
          `The moderators of ${site} reset two-factor authentication for your account on ${moment}.`,
      },
      recovery: {
        subject: (site: string) => `A recovery code was used at ${site}`,
        text: (site: string, moment: string) =>
          `A recovery code was used to log in to your account at ${site} on ${moment}. It no longer works.`,
      },
    },
    de: {
      label: 'Zwei-Faktor-Authentifizierung geändert',
      on: {
        subject: (site) => `Zwei-Faktor-Authentifizierung bei ${site} eingeschaltet`,
        text: (site, moment) =>
          `Für dein Konto bei ${site} wurde ein Verfahren der Zwei-Faktor-Authentifizierung eingeschaltet (${moment}).`,
      },
      off: {
        subject: (site) => `Zwei-Faktor-Authentifizierung bei ${site} ausgeschaltet`,
        text: (site, moment) =>
          `Für dein Konto bei ${site} wurde ein Verfahren der Zwei-Faktor-Authentifizierung ausgeschaltet (${moment}).`,
      },
      reset: {
        subject: (site) => `Deine Zwei-Faktor-Authentifizierung bei ${site} wurde zurückgesetzt`,
        text: (site, moment) =>
          `Die Moderation von ${site} hat die Zwei-Faktor-Authentifizierung deines Kontos zurückgesetzt (${moment}).`,
      },
      recovery: {
        subject: (site) => `Ein Wiederherstellungscode wurde bei ${site} benutzt`,
        text: (site, moment) =>
          `Für die Anmeldung in deinem Konto bei ${site} wurde ein Wiederherstellungscode benutzt (${moment}). Er gilt nicht mehr.`,
      },
    },
    read: ({ detail, createdAt }) => ({ change: detail as FactorChange, at: createdAt }),
    subject: ({ change }, { say, site }) => say[CHANGES[change]].subject(site),
    write: ({ change }: At & { change: FactorChange }, { say, site, moment, account }) => [
      say[CHANGES[change]].text(site, moment),
      emailMessages.wasNotYou,
      account,
    ],
  }),
};

export type TwoFactorEmail = EmailsOf<typeof twoFactorEmails>;
