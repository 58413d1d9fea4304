// Every sentence about webhooks: their forms, what they are told, and the answers of their addresses.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './webhooks.en.ts';

export const webhookMessages: Translation<typeof english.webhookMessages> = {
  title: 'Webhooks',
  site: 'Ein Webhook meldet einem Discord-Kanal oder einem eigenen Programm, was mit den Servern der Liste geschieht.',
  own: 'Ein Webhook meldet einem Discord-Kanal oder einem eigenen Programm, wenn dein Server offline geht, zurückkommt oder abgelehnt wird.',
  add: 'Webhook hinzufügen',
  format: 'Senden an',
  formats: {
    discord: 'Discord',
    json: 'Ein eigenes Programm (signiertes JSON)',
    email: 'Meine E-Mail-Adresse (höchstens 10 am Tag von jeder Art)',
  },
  url: 'Adresse',
  urlHint: (hasEmail) =>
    `Die Adresse beginnt mit https://. In Discord findest du sie unter Kanaleinstellungen, Integrationen, Webhooks, Webhook-URL kopieren. Sie ist geheim: Später zeigt diese Seite nur ihren Host und ihre letzten 4 Zeichen.${hasEmail ? ' Für E-Mail bleibt das Feld leer.' : ''}`,
  events: 'Nachrichten',
  added:
    'Der Webhook wurde hinzugefügt und bekommt eine erste Nachricht. Lade die Seite gleich neu, um die Antwort zu sehen.',
  toEmail: 'E-Mail an dich',
  secretTitle: 'Geheimnis des Webhooks',
  secret:
    'Dieses Geheimnis wird nur jetzt gezeigt. Dein Programm prüft damit, dass eine Nachricht von dieser Website kommt, wie Standard Webhooks es beschreibt.',
  danger:
    'Dieser Webhook ist ausgeschaltet: Einen Tag lang konnte nichts zugestellt werden, oder der Empfänger meldete, dass es ihn nicht mehr gibt (410). Wartende Nachrichten wurden gelöscht. Füge ihn neu hinzu, um ihn wieder zu benutzen.',
  dangerEmail:
    'Dieser Webhook ist ausgeschaltet: Die Person, die ihn hinzugefügt hat, ist nicht mehr Administrator.',
  warning: 'Die letzte Zustellung ist fehlgeschlagen. Sie wird einen Tag lang wiederholt.',
  answers: 'Letzte Antworten',
  accepted: 'Angenommen',
  problems: {
    dns: 'Nicht gesendet: Der Name hat keine Adresse, die Webhooks erreichen dürfen',
    address: 'Nicht gesendet: Der Name hat keine Adresse, die Webhooks erreichen dürfen',
    connection: 'Keine Verbindung, oder das Zertifikat ist nicht gültig',
    timeout: 'Keine Antwort innerhalb von 10 Sekunden',
    redirect: 'Weiterleitung: Webhooks folgen keinen Weiterleitungen',
    refused: 'Nicht angenommen',
  },
  why: {
    fields: 'ein Feld seines Heartbeats ist falsch',
    contested: 'ein anderes Programm hat seinen Port',
    crowded: 'an seiner Adresse laufen zu viele Server',
    full: 'die Liste ist voll',
    port_closed: 'sein Port ist nicht offen',
    key: 'seine Heartbeat-URL gilt nicht',
  },
};

export const webhookFailures: Translation<typeof english.webhookFailures> = {
  format: 'Wähle, wohin Nachrichten gehen.',
  events: 'Wähle mindestens ein Ereignis aus.',
  url: (longest) =>
    `Gib eine Adresse ein, die mit https:// beginnt, keinen Benutzernamen und kein Passwort enthält und höchstens ${longest} Zeichen hat.`,
  notYours: 'Du verwaltest diesen Server nicht mehr.',
  tooMany: (most) => `Es gibt schon ${most} Webhooks. Entferne zuerst einen davon.`,
};

export const webhooksAuditSentences: Translation<typeof english.webhooksAuditSentences> = {
  'webhook added': 'Webhook hinzugefügt',
  'webhook removed': 'Webhook entfernt',
};
