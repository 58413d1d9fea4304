// The emails about a new API key and a revoked one.

import { type At, emailKind, unlinked } from '../../platform/messages/email-kind.ts';
import { emailMessages } from '../email/messages.ts';

/** The fact of both kinds: the name of the key. */
interface KeyFacts extends At {
  name: string;
}

const read = ({ detail, createdAt }: { detail: string; createdAt: number }): KeyFacts => ({
  name: unlinked(detail),
  at: createdAt,
});

export const apiKeyEmails = {
  'key made': emailKind({
    en: {
      label: 'API key created',
      subject: (site: string) => `An API key was created for your account at ${site}`,
      text: (site: string, name: string, moment: string) =>
        `The API key “${name}” was created for your account at ${site} on ${moment}. A program that has it can act for you.`,
    },
    de: {
      label: 'API-Schlüssel erstellt',
      subject: (site) => `Für dein Konto bei ${site} wurde ein API-Schlüssel erstellt`,
      text: (site, name, moment) =>
        `Für dein Konto bei ${site} wurde der API-Schlüssel „${name}“ erstellt (${moment}). Ein Programm, das ihn hat, kann für dich handeln.`,
    },
    read,
    write: ({ name }: KeyFacts, { say, site, moment, account }) => [
      say.text(site, name, moment),
      emailMessages.wasNotYou,
      account,
    ],
  }),
  'key revoked': emailKind({
    en: {
      label: 'API key revoked',
      subject: (site: string) => `An API key of your account at ${site} was revoked`,
      text: (site: string, name: string, moment: string) =>
        `The API key “${name}” of your account at ${site} was revoked on ${moment}. Programs can no longer use it.`,
    },
    de: {
      label: 'API-Schlüssel widerrufen',
      subject: (site) => `Ein API-Schlüssel deines Kontos bei ${site} wurde widerrufen`,
      text: (site, name, moment) =>
        `Der API-Schlüssel „${name}“ deines Kontos bei ${site} wurde widerrufen (${moment}). Programme können ihn nicht mehr benutzen.`,
    },
    read,
    write: ({ name }: KeyFacts, { say, site, moment, account }) => [
      say.text(site, name, moment),
      emailMessages.wasNotYou,
      account,
    ],
  }),
};
