// Every sentence of the administration's pages, except about servers and emails.

import { counted } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './administration.en.ts';

export const adminMessages: Translation<typeof english.adminMessages> = {
  section: 'Konten',
  states: { verified: 'Freigeschaltet', unverified: 'Nicht freigeschaltet', suspended: 'Gesperrt' },

  accounts: {
    filter: 'Konten suchen',
    text: 'Name oder ID',
    textWithAddress: 'Name, ID oder ganze E-Mail-Adresse',
    standings: {
      all: 'Alle Konten',
      unverified: 'Nicht freigeschaltet',
      suspended: 'Gesperrt',
      staff: 'Moderatoren und Administratoren',
    },
    caption: 'Konten, die neuesten zuerst',
    nothing: 'Kein Konto passt zu dieser Suche.',
    results: {
      verify: counted({ one: '# Konto freigeschaltet', other: '# Konten freigeschaltet' }),
      suspend: counted({ one: '# Konto gesperrt', other: '# Konten gesperrt' }),
      restore: counted({ one: '# Sperre aufgehoben', other: '# Sperren aufgehoben' }),
    },
  },

  newAccount: {
    nameHint:
      '2 bis 16 Zeichen: Buchstaben A–Z, Ziffern, „_“ und „.“. Namen, die sich nur in Groß- und Kleinschreibung unterscheiden, gelten als gleich.',
    passwordHint: '8 bis 64 Zeichen. Gib es dem Besitzer, der es ändern kann.',
    verified: 'Freigeschaltet: kann sofort Servern beitreten',
  },

  account: {
    title: (name) => `Konto ${name}`,
    facts: {
      premium: 'Premium',
      suspended: 'Gesperrt seit',
      until: 'Gesperrt bis',
    },
    onlyByAdministrators:
      'Dieses Konto gehört einem Moderator oder Administrator. Nur Administratoren können es ändern.',
    publicPage: 'Öffentliche Seite',
    historyCaption: 'Aktionen zu diesem Konto unter seinem aktuellen Namen, die neuesten zuerst',
  },

  actions: {
    verify: { title: 'Freischalten', submit: 'Dieses Konto freischalten' },
    suspend: {
      title: 'Sperren',
      again: 'Sperrung ändern',
      intro:
        'Alle Sitzungen enden sofort, und das Konto kann sich nicht anmelden. Der Besitzer sieht den Grund bei der Anmeldung.',
      reason: 'Grund (der Besitzer sieht ihn)',
      submit: 'Dieses Konto sperren',
    },
    restore: { title: 'Sperrung aufheben', submit: 'Sperrung aufheben' },
    details: {
      title: 'Kennzeichen, Titel, Premium',
      flagsHint:
        'd Entwickler, m Forumsmoderator, e Redakteur, p Förderer, r in Wiederherstellung. Andere werden automatisch gesetzt.',
      premium: 'Premium-Konto',
      submit: 'Speichern',
    },
    rename: {
      title: 'Umbenennen',
      intro:
        'Die Sitzungen laufen weiter. Server sehen den neuen Namen beim nächsten Beitritt. Den alten Namen kann eine Zeit lang niemand sonst nehmen.',
      name: 'Neuer Name',
      submit: 'Dieses Konto umbenennen',
    },
    'end-sessions': {
      title: 'Überall abmelden',
      intro: 'Der Besitzer kann sich mit dem Passwort wieder anmelden.',
      submit: 'Alle Sitzungen beenden',
    },
    'reset-second-factor': {
      title: 'Zwei-Faktor-Authentifizierung zurücksetzen',
      intro:
        'App, Codes per E-Mail und Wiederherstellungscodes werden entfernt, und alle Sitzungen enden. Der Besitzer wird per E-Mail benachrichtigt. Vergewissere dich, dass die Bitte wirklich von ihm kommt.',
      submit: 'Zurücksetzen',
    },
    role: {
      title: 'Rolle',
      submit: 'Rolle setzen',
      unknown: 'Diese Rolle gibt es nicht. Wähle eine aus der Liste.',
    },
    delete: {
      title: 'Löschen',
      intro:
        'Das lässt sich nicht rückgängig machen. Den Namen kann eine Zeit lang niemand sonst nehmen.',
      confirm: (name) => `Gib ${name} ein, um das Konto zu löschen`,
      wrong: (name) => `Der Name stimmte nicht. Gib ${name} ein, um das Konto zu löschen.`,
      submit: 'Dieses Konto löschen',
    },
  },

  done: {
    verify: 'Das Konto ist freigeschaltet.',
    suspend: 'Das Konto ist gesperrt, und seine Sitzungen wurden beendet.',
    restore: 'Das Konto ist nicht mehr gesperrt. Der Besitzer muss sich neu anmelden.',
    details: 'Die Angaben wurden gespeichert.',
    rename: 'Das Konto wurde umbenannt.',
    'end-sessions': 'Alle Sitzungen des Kontos wurden beendet.',
    'reset-second-factor':
      'Die Zwei-Faktor-Authentifizierung wurde zurückgesetzt, und alle Sitzungen wurden beendet.',
    role: 'Die Rolle wurde geändert.',
    delete: 'Das Konto wurde gelöscht.',
    create: 'Das Konto wurde angelegt.',
  },
};

export const administrationAuditSentences: Translation<
  typeof english.administrationAuditSentences
> = {
  'account created': 'Konto angelegt',
  'account verified': 'Konto freigeschaltet',
  'account suspended': 'Konto gesperrt',
  'account restored': 'Sperrung aufgehoben',
  'account renamed': 'Konto umbenannt',
  'account deleted': 'Konto gelöscht',
  'account details changed': 'Angaben zum Konto geändert',
  'role changed': 'Rolle geändert',
  'password changed': 'Passwort festgelegt',
  'second factor reset': 'Zwei-Faktor-Authentifizierung zurückgesetzt',
  'sessions ended': 'Sitzungen beendet',
};
