// Every sentence about skins, for players and for moderators.

import { counted } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './skins.en.ts';

export const skinMessages: Translation<typeof english.skinMessages> = {
  title: 'Dein Skin',
  intro: 'Auf Servern, die die Skins dieser Website zeigen, sehen dich andere mit diesem Skin.',
  where:
    'Ein neuer Skin erscheint innerhalb einer Minute. Wer schon im Spiel ist, sieht ihn, wenn er das nächste Mal beitritt.',
  file: 'Skin',
  fileHint: (most) => `Ein PNG mit 64 × 32 oder 64 × 64 Pixeln, höchstens ${most}.`,
  save: 'Skin speichern',
  saved: 'Dein Skin ist gespeichert.',
  remove: 'Skin entfernen',
  removeHint: 'Danach hast du den Skin, den diese Website aus deinem Namen zeichnet.',
  removed: 'Ein Moderator hat deinen Skin entfernt',
  reason: (reason) => `Grund: ${reason}`,
  change: 'Deinen Skin ändern',
  figure: (name) => `Skin von ${name}`,
  report: 'Diesen Skin melden',
  reportTitle: (name) => `Den Skin von ${name} melden`,
  reportHint: (most) => `Was stimmt damit nicht? Höchstens ${most} Zeichen.`,
  reportSend: 'Meldung abschicken',
  reportSent: 'Danke. Ein Moderator sieht sich den Skin an.',
};

export const skinAdminMessages: Translation<typeof english.skinAdminMessages> = {
  section: 'Skins',
  filter: 'Skins zeigen',
  caption: 'Skins, die letzten Änderungen zuerst',
  states: { reported: 'Gemeldete', shown: 'Alle Skins', forbidden: 'Hochladen verboten' },
  nothing: {
    reported: 'Es sind keine Skins gemeldet.',
    shown: 'Niemand hat einen Skin hochgeladen.',
    forbidden: 'Alle dürfen Skins hochladen.',
  },
  skin: 'Skin',
  picture: (name) => `Skin von ${name}`,
  changed: 'Geändert',
  reports: 'Meldungen',
  statuses: { shown: 'Wird gezeigt', removed: 'Entfernt', forbidden: 'Hochladen verboten' },
  buttons: {
    closeReports: 'Meldungen schließen',
    removeSkin: 'Entfernen',
    forbidSkins: 'Entfernen und Hochladen verbieten',
    allowSkins: 'Hochladen erlauben',
  },
  results: {
    closeReports: counted({
      one: 'Meldungen zu # Skin geschlossen',
      other: 'Meldungen zu # Skins geschlossen',
    }),
    removeSkin: counted({ one: '# Skin entfernt', other: '# Skins entfernt' }),
    forbidSkins: counted({
      one: '# Spieler darf nichts hochladen',
      other: '# Spieler dürfen nichts hochladen',
    }),
    allowSkins: counted({
      one: '# Spieler darf wieder hochladen',
      other: '# Spieler dürfen wieder hochladen',
    }),
  },
};

export const skinAuditSentences: Translation<typeof english.skinAuditSentences> = {
  'skin removed': 'Skin entfernt',
  'skins forbidden': 'Skins verboten',
  'skins allowed': 'Skins wieder erlaubt',
  'skin reports closed': 'Meldungen zu einem Skin geschlossen',
};

export const skinFailures: Translation<typeof english.skinFailures> = {
  format: 'Diese Datei ist kein PNG. Speichere den Skin als PNG.',
  size: (width, height) =>
    `Das Bild hat ${width} × ${height} Pixel. Ein Skin hat 64 × 32 oder 64 × 64.`,
  forbidden: 'Ein Moderator hat entschieden, dass dieses Konto keine Skins hochladen darf.',
  unverified: 'Lass zuerst dein Konto freischalten.',
  nextSkin: (seconds) => `Zu oft hochgeladen. Versuche es in ${seconds} s noch einmal.`,
  nextReport: (seconds) =>
    `Zu viele Meldungen. Versuche es in ${Math.ceil(seconds / 60)} min noch einmal.`,
  reportLong: (length, most) => `Der Text hat ${length} Zeichen. Höchstens ${most} sind möglich.`,
  reported: 'Du hast diesen Skin schon gemeldet. Ein Moderator sieht ihn sich an.',
  nothingToReport: 'Dieser Spieler hat keinen eigenen Skin.',
  nothingToChange: 'Hier gibt es nichts zu ändern: Vielleicht hat es schon jemand anders getan.',
  nobody: 'Kein Spieler hat diesen Namen.',
  faceSize: (smallest, largest) => `Die Größe ist eine ganze Zahl von ${smallest} bis ${largest}.`,
};
