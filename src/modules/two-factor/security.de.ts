// Every sentence of the pages about second factors, sessions and log of an account.

import { plural } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import { describeDevice } from '../sessions/devices.de.ts';
import type * as english from './security.en.ts';

const seconds = (count: number): string => plural(count, { one: '# Sekunde', other: '# Sekunden' });

export const securityMessages: Translation<typeof english.securityMessages> = {
  back: 'Zurück zur Zwei-Faktor-Authentifizierung',
  on: (ago) => `Eingeschaltet ${ago}`,
  off: 'Aus',

  passwordNone: 'Keins: du meldest dich mit einem Passkey an',
  setPassword: 'Passwort festlegen',
  provedByPasskey: 'Dein Browser fragt dann nach deinem Passkey.',

  factorIntro:
    'Wer dein Passwort erfährt, braucht trotzdem noch einen Code, um sich anzumelden, hier und im Launcher.',
  app: 'Authenticator-App',
  appSetUp: 'App einrichten',
  mail: 'Codes per E\u2011Mail',
  mailSetUp: 'Codes einrichten',
  mailClosed: 'Aus: Diese Website kann keine E-Mails verschicken',
  mailClosedOn:
    'Diese Website kann im Moment keine E-Mails verschicken, deshalb erreicht dich kein Code. Melde dich mit deiner App oder einem Wiederherstellungscode an.',
  recovery: 'Wiederherstellungscodes',
  recoveryLeft: (count) => `noch ${count}`,
  recoveryNone: 'Du bekommst sie, wenn du die Zwei-Faktor-Authentifizierung einschaltest.',
  recoveryChange: 'Neue Codes erzeugen',
  launcherCodes:
    'Im Launcher steht „Check emails“ bei jedem Code, auch bei einem aus deiner App. Gib dort den Code aus deiner App oder einer E-Mail ein, und einen Wiederherstellungscode nur, wenn du beides nicht hast. Tritt dann einmal einem Server bei: Der Launcher speichert deine Sitzung, wenn ein Spiel startet.',
  otherLogins: 'Andere Wege zur Anmeldung',
  recoveryFew:
    'Du hast nur noch wenige Wiederherstellungscodes. Erzeuge neue, bevor sie aufgebraucht sind.',
  guardedTitle: 'Jemand versucht, dein Passwort zu erraten',
  guarded:
    'Jemand hat für dein Konto innerhalb einer Stunde viele falsche Passwörter eingegeben. Bis das aufhört, brauchen neue Geräte zum Anmelden einen Code per E-Mail. Dieses Gerät ist nicht betroffen.',

  endOthers: 'Alle anderen Sitzungen beenden',
  endOthersHint:
    'Diese Sitzungen wurden ohne Code begonnen. Wenn du sie beendest, brauchen diese Geräte für die nächste Anmeldung einen Code.',

  codeHint: 'Aus deiner App, aus einer E-Mail oder einer deiner Wiederherstellungscodes.',
  codeAgainIn: (time) => `In ${time} kannst du einen neuen Code anfordern.`,
  codeAgainNow: 'Du kannst jetzt einen neuen Code anfordern.',
  codeSent:
    'Eine E-Mail mit einem Code ist an die Adresse deines Kontos unterwegs. Der Code funktioniert einmal, zehn Minuten lang.',

  appIntro:
    'Eine App auf deinem Telefon zeigt sechs Ziffern, die sich alle 30 Sekunden ändern, auch ohne Netz. Jede Authenticator-App funktioniert: Aegis, 2FAS, FreeOTP, Google Authenticator, Microsoft Authenticator oder ein Passwortmanager.',
  appScanTitle: 'Scanne diesen QR-Code mit der App',
  appScanAlt: 'QR-Code für deine Authenticator-App',
  appHere: 'Ist die App auf diesem Gerät?',
  appOpen: 'In der App öffnen',
  appKey: '(Schlüssel)',
  appTypeTitle: 'Oder gib den Schlüssel von Hand ein',
  appType: (name, site) => `Konto ${name} bei ${site}, zeitbasiert, mit diesem Schlüssel:`,
  appOnce: 'Dieser Schlüssel wird nur einmal angezeigt. Gib ihn nicht weiter.',
  appConfirmTitle: 'Gib dann den Code aus der App ein',
  appConfirmHint:
    'Sechs Ziffern. Wenn sie nicht funktionieren, stell die Uhr deines Telefons auf automatische Zeit.',
  appConfirm: 'App einschalten',
  appIsOn: 'Die App ist eingeschaltet: Jede Anmeldung braucht einen Code daraus.',
  appOff: 'App ausschalten',
  appNew: 'Neue App einrichten',
  appReplaces:
    'Hiermit richtest du die App auf einem anderen Telefon ein. Die alte gilt nicht mehr, sobald du einen Code der neuen eingegeben hast.',

  recovered: {
    title: 'Du hast einen Wiederherstellungscode benutzt',
    left: (count) => plural(count, { one: '# ist noch übrig.', other: '# sind noch übrig.' }),
    lost: 'Telefon verloren?',
    setUp: 'Neues einrichten',
  },

  mailIntro:
    'Bei jeder Anmeldung bekommst du eine E-Mail mit einem Code. Eine Authenticator-App ist schneller und hängt nicht von E-Mails ab.',
  mailOn: 'Codes per E-Mail einschalten',
  mailIsOn: 'Codes per E-Mail sind eingeschaltet: Jede Anmeldung braucht einen.',
  mailOff: 'Codes per E-Mail ausschalten',
  mailImpossible:
    'Diese Website kann im Moment keine E-Mails verschicken, deshalb lässt sich das nicht einschalten.',

  recoveryIntro:
    'Zehn Codes für den Fall, dass dein Telefon weg ist oder keine E-Mail ankommt. Jeder funktioniert einmal, anstelle eines anderen Codes.',
  recoveryNeedsFactor:
    'Wiederherstellungscodes gibt es nur mit Zwei-Faktor-Authentifizierung. Schalte sie zuerst ein.',
  recoveryRenew: 'Zehn neue Codes erzeugen',
  recoveryRenewHint: 'Alle früheren Codes werden ungültig.',
  recoveryFreshTitle: 'Deine Wiederherstellungscodes',
  recoveryFresh:
    'Lade sie herunter, druck sie aus oder schreib sie auf und bewahre sie an einem sicheren Ort auf. Sie werden nur einmal angezeigt.',
  recoveryDownload: 'Herunterladen (Text)',
  recoveryFile: (name, site) => `Wiederherstellungscodes für das Konto ${name} bei ${site}`,
  recoveryTyping:
    'Jeder Code hat zwölf Ziffern. Die Leerzeichen kannst du weglassen. Auch der Launcher nimmt diese Codes an.',
  recoveryDone: 'Ich habe sie gesichert',

  sessionsIntro:
    'Browser und Launcher, in denen du angemeldet bist. Wenn du eine Sitzung nicht kennst, beende sie und ändere dein Passwort.',
  device: (label) => describeDevice(label),
  sessionThis: 'Dieses Gerät',
  sessionBegan: (ago) => `angemeldet ${ago}`,
  sessionUsed: (ago) => `zuletzt benutzt ${ago}`,
  sessionUsedLately: 'innerhalb des letzten Tages benutzt',
  sessionEnd: 'Beenden',
  sessionEndOf: (device) => `Sitzung beenden: ${device}`,
  sessionsEndHint: 'Andere Geräte müssen sich neu anmelden und gelten als neu.',

  logIntro:
    'Die letzten 200 Ereignisse der vergangenen 400 Tage, Anmeldungen der letzten 30 Tage, die neuesten zuerst.',
  logTimes: (count) => plural(count, { one: 'einmal', other: '#-mal' }),
  logSessions: (count) => plural(count, { one: '# Sitzung', other: '# Sitzungen' }),
};

export const twoFactorFailures: Translation<typeof english.twoFactorFailures> = {
  codeTooSoon: (count) =>
    `Gerade wurde ein Code verschickt. In ${seconds(count)} kannst du einen neuen anfordern.`,
  cannotSend:
    'Diese Website kann im Moment keine E-Mails verschicken, deshalb lässt sich das nicht einschalten.',
  noPassword:
    'Dein Konto hat kein Passwort. Deshalb ist hier einer deiner Passkeys nötig: mit JavaScript und einem Browser, der sie unter dieser Adresse unterstützt. Sonst fordere eine E-Mail mit einem Link an, über den du ein Passwort festlegst.',
  unconfirmed:
    'Deine E-Mail-Adresse ist noch nicht bestätigt. Bestätige sie, um Codes per E-Mail zu bekommen.',
  outdated:
    'Das wurde schon erledigt oder vor mehr als 30 Minuten begonnen. Sieh nach, was jetzt eingeschaltet ist, und fang bei Bedarf von vorn an.',
};
