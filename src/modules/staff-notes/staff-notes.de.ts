// Every sentence about staff notes.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './staff-notes.en.ts';

export const noteMessages: Translation<typeof english.noteMessages> = {
  title: 'Interne Notizen',
  intro: 'Diese Notizen sieht nur das Team.',
  caption: 'Interne Notizen, neueste zuerst',
  none: 'Es gibt noch keine Notizen.',
  note: 'Notiz',
  noteHint: (most) => `Höchstens ${most} Zeichen.`,
  add: 'Notiz schreiben',
  save: 'Notiz speichern',
  remove: 'Notiz entfernen',
  done: { 'note-add': 'Die Notiz ist gespeichert.', 'note-remove': 'Die Notiz ist entfernt.' },
};

export const noteAuditSentences: Translation<typeof english.noteAuditSentences> = {
  'note added': 'Notiz geschrieben',
  'note removed': 'Notiz entfernt',
};

export const noteFailures: Translation<typeof english.noteFailures> = {
  text: { label: 'Die Notiz', missing: 'Gib eine Notiz ein.' },
  unknown:
    'Diese Website hat unter dieser Adresse noch nie einen Server gesehen. Deshalb kannst du keine Notizen dazu schreiben.',
  full: (most) => `Hier stehen schon ${most} Notizen. Entferne eine, die nicht mehr aktuell ist.`,
  gone: 'Diese Notiz gibt es nicht mehr.',
  notYours: 'Nur Administratoren und wer die Notiz geschrieben hat, können sie entfernen.',
};
