// Every sentence about the audit log.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './audit.en.ts';

export const auditMessages: Translation<typeof english.auditMessages> = {
  intro:
    'Jede Aktion von Moderatoren und Administratoren. Niemand kann einen Eintrag ändern oder entfernen.',
  filter: 'Protokoll durchsuchen',
  actor: 'Von (Konto oder „muster-Befehl“)',
  subject: 'Ziel (Hash, Konto, Adresse, Wort)',
  byKey: (key) => `mit Schlüssel ${key}`,
  details: {
    until: (moment) => `bis ${moment} UTC`,
    forEver: 'unbefristet',
    noEnd: 'ohne Ende',
    ban: (target, end) => `${target}, ${end}`,
    banned: (by, name) => `Gesperrt durch ${by}: ${name}`,
    notice: (level, end, text) => `${level}, ${end}: ${text}`,
    report: (id, about) => `Meldung ${id}: ${about}`,
    reports: (ids, more) => `Meldungen ${ids}${more === 0 ? '' : ` und ${more} weitere`}`,
    account: (role, isVerified) =>
      `${role}, ${isVerified ? 'freigeschaltet' : 'nicht freigeschaltet'}`,
    rename: (name) => `in ${name}`,
    role: (from, to) => `von ${from} zu ${to}`,
    flags: (flags) => (flags === '' ? 'keine Kennzeichen' : `Kennzeichen ${flags}`),
    forumTitle: (title) => (title === '' ? 'kein Forumstitel' : `Forumstitel „${title}“`),
    premium: (isPremium) => (isPremium ? 'Premium' : 'kein Premium'),
    newRole: (from, to) => `Rolle von ${from} zu ${to}`,
    version: (version) => `Version ${version}`,
    none: 'nicht gesetzt',
  },
  caption: 'Aktionen, die neuesten zuerst',
  columns: {
    subject: 'Ziel',
  },
  nothing: 'Kein Eintrag passt zu dieser Suche.',
  none: 'Das Protokoll hat noch keine Einträge.',
  unknownAction: (action, actions) =>
    `Im Protokoll gibt es keine Aktion „${action}“. Es gibt diese: ${actions}.`,
};
