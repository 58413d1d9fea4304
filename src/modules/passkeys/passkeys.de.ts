// Every sentence about passkeys.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './passkeys.en.ts';

export const passkeyMessages: Translation<typeof english.passkeyMessages> = {
  title: 'Passkeys',
  setUp: 'Passkey einrichten',
  manage: 'Passkeys verwalten',
  intro:
    'Mit einem Passkey meldest du dich auf dieser Website per Fingerabdruck, Gesicht oder PIN an, ohne Passwort. Gespeichert ist er auf deinem Telefon oder Computer, in deinem Passwortmanager oder auf einem Sicherheitsschlüssel.',
  second:
    'Passkeys gehören auch zur Zwei-Faktor-Authentifizierung: Nach dem Passwort verlangt diese Website einen Passkey oder einen Code. Der Launcher kennt keine Passkeys und fragt deshalb nach einem Code.',
  none: 'Du hast noch keinen Passkey.',
  created: (ago) => `hinzugefügt ${ago}`,
  usedOn: (day) => `zuletzt benutzt am ${day}`,
  neverUsed: 'noch nicht benutzt',
  remove: 'Entfernen',
  removeOf: (name) => `Passkey ${name} entfernen`,
  add: 'Passkey hinzufügen',
  name: 'Name',
  nameHint: (limit) =>
    `Zum Beispiel das Gerät, auf dem er gespeichert ist; höchstens ${limit} Zeichen. Wenn du nichts eingibst, heißt er wie dieser Browser.`,
  createIntro: (name) =>
    `Klicke auf die Schaltfläche und folge den Schritten deines Browsers. Der Passkey wird „${name}“ heißen.`,
  create: 'Passkey anlegen',
  removeTitle: 'Passkey entfernen',
  removeWhich: 'Passkey',
  removeHint:
    'Diese Website nimmt ihn dann nicht mehr an. Lösche ihn auch auf deinem Gerät. Wenn es dein letzter Passkey ist, wird dieses Verfahren ausgeschaltet.',
  register: 'Mit einem Passkey registrieren',
  registerHint:
    'Du brauchst kein Passwort: Mit einem Passkey meldest du dich per Fingerabdruck, Gesicht oder PIN an. Lass das Passwort leer.',
  registerIntro: (name) =>
    `Klicke auf die Schaltfläche und folge den Schritten deines Browsers. Dein Konto ${name} wird angelegt, sobald dein Gerät den Passkey gespeichert hat.`,
  registerBack: 'Zurück zur Registrierung',
  logIn: 'Mit einem Passkey anmelden',
  usePassword: 'Mit Passwort anmelden',
  failed:
    'Dein Browser hat keinen Passkey benutzt. Versuche es noch einmal oder wähle einen anderen Weg.',
  withoutScripts:
    'Passkeys brauchen JavaScript und einen Browser, der sie unter dieser Adresse unterstützt.',
};

export const passkeyFailures: Translation<typeof english.passkeyFailures> = {
  name: (limit) => `Der Name darf höchstens ${limit} Zeichen haben und keine Zeilenumbrüche.`,
  tooMany: (limit) => `Du kannst höchstens ${limit} Passkeys haben. Entferne zuerst einen.`,
  notOffered: 'Diese Website kann unter ihrer jetzigen Adresse keine Passkeys benutzen.',
  broken: 'Dein Browser hat einen Passkey geschickt, den diese Website nicht lesen kann.',
  refused:
    'Der Passkey konnte nicht geprüft werden. Du hast fünf Minuten Zeit, und er funktioniert nur unter dieser Adresse. Versuche es noch einmal.',
  unverifiedNew:
    'Dein Gerät hat nicht nach Fingerabdruck, Gesicht oder PIN gefragt. Anstelle eines Passworts ist das nötig. Nimm ein anderes Gerät oder registriere dich mit einem Passwort.',
  needed:
    'Das ist dein einziger Passkey, und dein Konto hat kein Passwort. Füge zuerst einen weiteren Passkey hinzu oder lege ein Passwort fest.',
  unknown:
    'Diese Website kennt diesen Passkey nicht. Vielleicht wurde er entfernt. Melde dich mit Namen und Passwort an.',
  unverified:
    'Dein Gerät hat nicht nach Fingerabdruck, Gesicht oder PIN gefragt. Deshalb funktioniert dieser Passkey nur nach deinem Passwort.',
  copied:
    'Dieser Passkey wurde abgelehnt, weil ihn offenbar jemand kopiert hat. Melde dich mit Passwort und Code an und entferne den Passkey.',
};
