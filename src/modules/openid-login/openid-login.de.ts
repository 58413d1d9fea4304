// Every sentence about logins with an OpenID provider.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './openid-login.en.ts';

export const openIdMessages: Translation<typeof english.openIdMessages> = {
  logIn: (provider) => `Mit ${provider} anmelden`,
  manage: 'Verknüpfung verwalten',
  state: 'Ohne Passwort, sobald du deine Konten verknüpft hast.',
  intro: (provider) =>
    `Wenn du dieses Konto mit deinem Konto bei ${provider} verknüpfst, kannst du dich damit auf dieser Website anmelden. Alles andere bleibt, wie es ist: dein Passwort, die Zwei-Faktor-Authentifizierung und die Anmeldung im Launcher.`,
  linked: (host) => `Verknüpft mit einem Konto bei ${host}`,
  link: 'Konten verknüpfen',
  proven: (provider) =>
    `${provider} fragt dich jetzt, wer du bist. Danach sind deine Konten verknüpft. Du hast zehn Minuten Zeit.`,
  goOn: (provider) => `Weiter zu ${provider}`,
  unlink: 'Verknüpfung aufheben',
  unlinkHint: (provider) =>
    `Ohne die Verknüpfung kannst du dich nicht mehr mit ${provider} anmelden. Deine anderen Wege zur Anmeldung bleiben.`,
  again: 'Noch einmal versuchen',
  usePassword: 'Mit Passwort anmelden',
  unlinked: (provider) =>
    `Kein Konto auf dieser Website ist mit deinem Konto bei ${provider} verknüpft.`,
  unlinkedHint:
    'Wenn du hier ein Konto hast, melde dich mit deinem Passwort an und verknüpfe die beiden. Sonst leg zuerst ein Konto an.',
  toLink: 'Anmelden und Konten verknüpfen',
};

export const openIdFailures: Translation<typeof english.openIdFailures> = {
  silent: (provider) =>
    `${provider} antwortet nicht. Melde dich mit deinem Passwort an oder versuche es später noch einmal.`,
  stale:
    'Diese Anmeldung wurde vor mehr als zehn Minuten oder in einem anderen Browser begonnen oder schon benutzt. Fang noch einmal an.',
  refused: (provider) => `${provider} hat nicht bestätigt, wer du bist. Versuche es noch einmal.`,
  taken: (provider) =>
    `Dein Konto bei ${provider} ist hier schon mit einem anderen Konto verknüpft. Hebe zuerst diese Verknüpfung auf.`,
  outdated: 'Dieses Konto ist schon verknüpft. Hebe zuerst diese Verknüpfung auf.',
};

export const openIdFindings: Translation<typeof english.openIdFindings> = {
  answers: (issuer) => `${issuer} antwortet als OpenID-Anbieter.`,
  silent: (issuer, problem) =>
    `${issuer} antwortet nicht als OpenID-Anbieter (${problem}). Deshalb kann sich niemand damit anmelden.\n→ Korrigiere oidc_login oder melde es dem Betreiber dieses Anbieters.`,
};
