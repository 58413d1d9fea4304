// Every sentence about single sign-on: consent, connected applications, and the clients that administrators add.

import { plural } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './openid.en.ts';

export const openidMessages: Translation<typeof english.openidMessages> = {
  title: (client) => `Bei ${client} anmelden`,
  wants: (client, host) =>
    `${client} (${host}) möchte dich mit deinem Konto auf dieser Website anmelden und erfährt dabei:`,
  scopes: {
    openid: 'die Nummer deines Kontos, um dich wiederzuerkennen',
    profile: (name) => `deinen Namen, ${name}, dein Bild und die Adresse deiner Seite`,
    email: (email) => `deine E-Mail-Adresse, ${email}`,
    noEmail: 'deine E-Mail-Adresse, sobald du sie bestätigt hast',
    offline_access:
      'Die Verbindung bleibt auch bestehen, wenn du nicht da bist, bis du sie beendest.',
  },
  never: (client) =>
    `${client} bekommt dein Passwort nicht und kann hier nichts ändern. In deinem Konto kannst du die Verbindung jederzeit beenden, unter „Verbundene Anwendungen“.`,
  allow: 'Erlauben',
  cancel: 'Abbrechen',
  again: (client) => `${client} möchte, dass du dich noch einmal anmeldest.`,
  logInAgain: 'Noch einmal anmelden',
  unverified: (client) =>
    `Bestätige zuerst dein Konto. Danach kannst du dich bei ${client} anmelden.`,
  goOn: (client) => `Weiter zu ${client}`,
  goingOn: 'Du wirst weitergeleitet.',
  logoutTitle: 'Abmelden',
  logoutAsk: (client) =>
    `Du hast dich bei ${client} abgemeldet. Möchtest du dich auch hier abmelden?`,
  logoutAskAny: 'Möchtest du dich von dieser Website abmelden?',
  stay: 'Angemeldet bleiben',
  application: 'der Anwendung',
  refused: 'Diese Anmeldung hat nicht geklappt',
  refusals: {
    client:
      'Diese Website kennt die Anwendung nicht, von der du kommst, oder die Anmeldung dort ist abgeschaltet. Sag den Betreibern der Anwendung Bescheid.',
    redirect:
      'Die Anwendung will dich an eine Adresse zurückschicken, die nicht für sie eingetragen ist. Es wurde nichts weitergegeben. Sag den Betreibern der Anwendung Bescheid.',
    expired:
      'Diese Anmeldung ist abgelaufen oder wurde schon benutzt. Geh zurück zur Anwendung und beginne von vorn.',
    other:
      'Die Anwendung hat eine Anfrage geschickt, die diese Website nicht annimmt. Es wurde nichts weitergegeben. Sag den Betreibern der Anwendung Bescheid.',
  },
  details: (text) => `Einzelheiten für sie: ${text}`,
  connected: {
    title: 'Verbundene Anwendungen',
    intro: 'Bei diesen Anwendungen kannst du dich mit deinem Konto anmelden.',
    none: 'Noch keine Anwendungen. Eine Anwendung erscheint hier, nachdem du dich bei ihr mit deinem Konto angemeldet hast.',
    learns: {
      profile: 'Name und Bild',
      email: 'E-Mail-Adresse',
      offline_access: 'bleibt verbunden',
    },
    since: (day) => `seit ${day}`,
    used: (day) => `zuletzt benutzt am ${day}`,
    revoke: 'Trennen',
    revokeOf: (client) => `${client} trennen`,
  },
  clients: {
    title: 'Single Sign-on',
    intro:
      'Spieler können sich mit ihren Konten von hier bei diesen Anwendungen anmelden, etwa in einem Forum oder Wiki (OpenID Connect).',
    discovery: 'Diese Adresse brauchen die Anwendungen (Discovery-Dokument)',
    none: 'Es gibt noch keine Anwendungen.',
    players: (count) => plural(count, { one: '# Spieler', other: '# Spieler' }),
    unused: 'nie benutzt',
    off: 'abgeschaltet',
    add: 'Anwendung hinzufügen',
    name: 'Name',
    nameHint: 'Diesen Namen sehen die Spieler.',
    redirectUris: 'Adressen für die Rückkehr',
    redirectUrisHint: (most) =>
      `Eine pro Zeile, höchstens ${most}, genau so, wie die Anwendung sie schickt. In ihrer Dokumentation heißen sie Redirect-URI oder Callback-URL. Nur mit https, zum Entwickeln auch mit http://localhost am Anfang.`,
    logoutUris: 'Adressen nach dem Abmelden',
    logoutUrisHint: 'Freiwillig; eine pro Zeile.',
    kind: 'Wo sie läuft',
    kindHint: 'Auf einem Server bekommt sie ein Client-Geheimnis.',
    kinds: {
      confidential: 'Auf einem Server',
      public: 'Im Browser oder auf einem Gerät',
    },
    isTrusted: 'Vertrauenswürdig: Spieler nicht um Erlaubnis fragen',
    isTrustedHint:
      'Nur für Anwendungen, die du selbst betreibst. Wenn du das zurücknimmst, enden alle Anmeldungen dort.',
    isActive: 'Spieler können sich anmelden',
    isActiveHint:
      'Ohne das Häkchen enden alle Anmeldungen bei der Anwendung innerhalb einer Sekunde.',
    added: 'Die Anwendung wurde hinzugefügt.',
    saved: 'Die Anwendung wurde geändert.',
    removed: 'Die Anwendung wurde entfernt. Alle Anmeldungen bei ihr sind beendet.',
    secretOnce: 'Kopiere das Geheimnis jetzt: Diese Website zeigt es nicht noch einmal.',
    clientId: 'Client-ID',
    secret: 'Client-Geheimnis (client secret)',
    change: 'Ändern',
    renew: 'Neues Geheimnis erzeugen',
    renewHint: 'Wenn du ein neues Geheimnis erzeugst, gilt das alte sofort nicht mehr.',
    remove: 'Anwendung entfernen',
    removeHint: 'Wenn du die Anwendung entfernst, enden alle Anmeldungen bei ihr.',
  },
};

export const openidFailures: Translation<typeof english.openidFailures> = {
  label: 'Der Name',
  noName: 'Gib einen Namen ein.',
  noUri: 'Gib mindestens eine Adresse ein.',
  tooManyUris: (most) => `Höchstens ${most} Adressen sind möglich.`,
  badUri: (uri) =>
    `„${uri}“ ist keine vollständige https-Adresse. Sie darf kein * und kein # enthalten; http geht nur für localhost.`,
  tooMany: (most) => `Höchstens ${most} Anwendungen sind möglich. Entferne zuerst eine.`,
  noClient: 'Diese Anwendung gibt es nicht.',
  noSecret: 'Diese Anwendung hat kein Geheimnis.',
  tooLong: 'Die Anwendung hat eine zu lange Anfrage geschickt.',
  tooManyRequests: (seconds) => `Zu viele Anmeldungen. Versuche es in ${seconds} s noch einmal.`,
};

export const openidAuditSentences: Translation<typeof english.openidAuditSentences> = {
  'client added': 'Anwendung für Single Sign-on hinzugefügt',
  'client changed': 'Anwendung für Single Sign-on geändert',
  'client trusted': 'Anwendung für Single Sign-on als vertrauenswürdig markiert: ohne Nachfrage',
  'client not trusted': 'Anwendung für Single Sign-on nicht mehr vertrauenswürdig',
  'client turned on': 'Anwendung für Single Sign-on eingeschaltet',
  'client turned off': 'Anwendung für Single Sign-on ausgeschaltet',
  'client removed': 'Anwendung für Single Sign-on entfernt',
  'client secret renewed': 'Geheimnis einer Anwendung erneuert',
  'signing keys rotated': 'Signaturschlüssel für Single Sign-on ersetzt',
};
