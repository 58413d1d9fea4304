// Every sentence of the pages where people log in and out.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './login.en.ts';

export const loginMessages: Translation<typeof english.loginMessages> = {
  intro: 'Benutze denselben Namen und dasselbe Passwort wie im Launcher.',
  toAppeal: 'Einspruch einlegen',
  nameHint: 'Dein Name im Spiel, nicht deine E-Mail-Adresse.',

  codeTitle: 'Anmeldecode eingeben',
  codeOwn: (name) =>
    `Das Konto ${name} benutzt die Zwei-Faktor-Authentifizierung. Gib einen Code ein, um dich anzumelden.`,
  codeDevice: (name) =>
    `Dieser Browser ist für das Konto ${name} neu. Gib den Code aus der E-Mail ein, um dich anzumelden.`,
  code: 'Anmeldecode',
  codeFromApp: 'Die sechs Ziffern aus deiner Authenticator-App.',
  codeFromAny: 'Die sechs Ziffern aus deiner Authenticator-App oder aus der E-Mail.',
  codeFromEmail: 'Die sechs Ziffern aus der E-Mail.',
  noCode: 'Kein Code?',
  useRecovery: 'Wiederherstellungscode benutzen',
  useCode: 'Sechsstelligen Code benutzen',
  recoveryTitle: 'Wiederherstellungscode eingeben',
  recoveryCode: 'Wiederherstellungscode',
  codeFromRecovery:
    'Einer der zwölfstelligen Codes, die du gespeichert hast. Die Leerzeichen kannst du weglassen.',
  codeLost:
    'Keine E-Mail und keine Wiederherstellungscodes mehr? Bitte den Betreiber dieser Website, die Zwei-Faktor-Authentifizierung deines Kontos zurückzusetzen.',
  codeLostApp:
    'Der Code aus der App funktioniert nicht? Stell die Uhr deines Telefons auf automatische Zeit. Keine App und keine Wiederherstellungscodes mehr? Bitte den Betreiber dieser Website, die Zwei-Faktor-Authentifizierung deines Kontos zurückzusetzen.',
  codeLostDevice: 'Ein Gerät, mit dem du schon einmal angemeldet warst, braucht keinen Code.',
  codeMailed:
    'Eine E-Mail mit einem Code ist an die Adresse dieses Kontos unterwegs. Der Code funktioniert einmal, zehn Minuten lang. Sieh auch im Spam-Ordner nach.',
  codeStuckTitle: 'Die E-Mail mit dem Code wurde noch nicht verschickt',
  codeStuck:
    'Der Mailserver hat die E-Mail bisher nicht angenommen. Weitere Versuche folgen automatisch. Kommt nichts an, wende dich an den Betreiber dieser Website.',
  codeStuckUseOther:
    'Der Mailserver hat die E-Mail bisher nicht angenommen. Weitere Versuche folgen automatisch. Du kannst dich auch mit einem Wiederherstellungscode oder deiner App anmelden.',
  codeSendAgain: 'Neuen Code per E-Mail schicken',
  codeNextIn: (time) => `In ${time} kannst du einen neuen anfordern. Frühere Codes gelten weiter.`,
  codeNextNow: 'Du kannst jetzt einen neuen anfordern. Frühere Codes gelten weiter.',
  mailClosedTitle: 'Gerade kann kein Code per E-Mail verschickt werden',
  mailClosed:
    'Diese Website kann im Moment keine E-Mails verschicken. Gib einen deiner Wiederherstellungscodes ein.',
  startOver: 'Mit einem anderen Konto anmelden',

  inTitle: 'Du bist angemeldet',
  inAs: (name) => `Du bist in diesem Browser als ${name} angemeldet.`,
  unverified:
    'Du bist angemeldet, aber Servern beitreten kannst du nur mit einem freigeschalteten Konto.',
  noAccount: 'Noch kein Konto?',
  accountWhy: 'Ein Konto gilt auf allen Servern dieser Liste.',
  toSecurity: 'Zwei-Faktor-Authentifizierung, Sitzungen und Aktivitäten',
  outHint: 'Mit dem Abmelden endet die Sitzung in diesem Browser.',

  problems: {
    noCookies:
      'Dein Browser hat das Cookie dieser Website nicht mitgeschickt, und ohne es kannst du nicht angemeldet bleiben. Erlaube Cookies für diese Website und melde dich dann noch einmal an.',
    loginGone:
      'Diese Anmeldung wurde vor mehr als zehn Minuten oder in einem anderen Browser begonnen. Gib Namen und Passwort noch einmal ein.',
  },
};
