// Every sentence of the administration's pages about servers, reports, bans and the audit log.

import type {
  serverAdminMessages as english,
  serverAdminDone as englishDone,
  serverAdminSections as englishSections,
} from '../en/admin-servers.ts';
import type { Translation } from '../translation.ts';
import { plural } from './formats.ts';

export const serverAdminSections: Translation<typeof englishSections> = {
  servers: 'Server',
  reports: 'Meldungen',
  bans: 'Sperren',
  filter: 'Wortfilter',
  audit: 'Protokoll',
  mail: 'E-Mail',
  doctor: 'Diagnose',
};

const BANNED = 'Die Sperre gilt, und ihr Grund steht in der Antwort auf jeden Heartbeat.';
const END_HINT =
  'Eine Dauer wie 12h, 7d oder 2w, ein Datum oder ein Zeitpunkt in UTC wie 2031-02-03 14:30. Leer lassen, wenn die Sperre nicht enden soll.';

export const serverAdminDone: Translation<typeof englishDone> = {
  'server-feature': 'Der Server wird jetzt am Anfang der Liste empfohlen.',
  'server-unfeature': 'Der Server wird nicht mehr empfohlen.',
  'server-unlist': 'Der Server ist nicht mehr gelistet, und sein Betreiber erfährt den Grund.',
  'server-relist': 'Der Server ist ab seinem nächsten Heartbeat wieder gelistet.',
  'server-country': 'Das Land ist gesetzt.',
  'server-country-reset': 'Der Server hat wieder das Land seiner Adresse.',
  'server-ban': BANNED,
  'server-ban-address': BANNED,
  'server-ban-name': BANNED,
  'server-claim-clear': 'Die Texte des Betreibers wurden entfernt.',
  'server-claim-remove':
    'Der Anspruch wurde entfernt, mit allem, was der Betreiber geschrieben hat.',
  'report-closed': 'Die Meldung wurde geschlossen.',
  'reports-closed': 'Die Meldungen zu diesem Server wurden geschlossen.',
  'reports-unlisted':
    'Der Server ist nicht mehr gelistet, sein Betreiber erfährt den Grund, und die Meldungen zu ihm wurden geschlossen.',
  'ban-added': BANNED,
  'ban-removed': 'Die Sperre wurde entfernt.',
  'word-added': 'Das Wort wurde in den Filter aufgenommen.',
  'word-known': 'Im Filter ist schon ein Wort, das dieselben Namen erfasst.',
  'word-removed': 'Das Wort wurde aus dem Filter entfernt.',
  'email-retried': 'Die E-Mail wird verschickt. Sie steht unten, bis sie verschickt ist.',
  'emails-retried': 'Alle fehlgeschlagenen E-Mails werden noch einmal verschickt.',
  'email-dropped': 'Die E-Mail wurde ungesendet gelöscht.',
  'email-tested':
    'Eine Test-E-Mail an deine eigene Adresse ist unterwegs. Wenn sie sich nicht verschicken lässt, erscheint sie unten mit dem Grund.',
  'doctor-run': 'Die Prüfung ist abgeschlossen.',
};

export const serverAdminMessages: Translation<typeof english> = {
  action: 'Aktionen',
  state: 'Status',
  kind: 'Art',
  all: 'Alle',
  forEver: 'Dauerhaft',
  next: 'Nächste Seite',
  first: 'Zurück zur ersten Seite',
  commandLine: 'Kommandozeile',
  whole: (count, shown) => (count === shown ? `${count} insgesamt` : `${shown} von ${count}`),
  toOperator: 'Grund (der Betreiber sieht ihn)',
  required: 'Grund',
  lasts: 'Bis (optional)',
  lastsHint: END_HINT,

  servers: {
    title: 'Server',
    filter: 'Server suchen',
    text: 'Name, Hash oder Adresse',
    states: {
      public: 'Öffentlich',
      private: 'Privat',
      unlisted: 'Nicht gelistet',
      filtered: 'Gefiltert',
    },
    stateChoices: {
      public: 'Öffentlich',
      private: 'Privat',
      unlisted: 'Nicht gelistet',
      featured: 'Empfohlen',
      country: 'Land von Hand gesetzt',
    },
    featured: 'empfohlen',
    caption: 'Laufende Server, in der Reihenfolge der öffentlichen Liste',
    columns: {
      name: 'Name',
      address: 'Adresse',
      players: 'Spieler',
      software: 'Software',
      country: 'Land',
      beat: 'Letzter Heartbeat (UTC)',
    },
    nothing: 'Kein laufender Server passt zu dieser Suche.',
    anyway: 'Die Seite dieses Hashs trotzdem öffnen',
    offlineTitle: 'Server, die offline sind',
    offlineCaption: 'Server mit demselben Status, die offline sind',
    offlineColumns: { hash: 'Hash', detail: 'Einzelheiten', since: 'Seit (UTC)' },
  },

  server: {
    title: (name) => `Server ${name}`,
    back: 'Alle Server',
    toPublic: 'Öffentliche Seite',
    offline: 'Dieser Server ist offline. Was du hier entscheidest, gilt, sobald er wieder da ist.',
    facts: {
      hash: 'Hash',
      address: 'Adresse',
      joinPort: 'Port zum Beitreten',
      joinPlace: 'Adresse zum Beitreten',
      players: 'Spieler',
      software: 'Software',
      country: 'Land',
      started: 'Online seit (UTC)',
      beat: 'Letzter Heartbeat (UTC)',
      featured: 'Empfohlen',
      unlisted: 'Nicht gelistet seit (UTC)',
      reason: 'Grund',
      word: 'Gefiltertes Wort',
    },
    byHand: (country) => `${country}, von Hand gesetzt`,
    banned: (reason) => `Dieser Server ist über seinen Hash gesperrt: ${reason}`,
    toBans: 'Zu den Sperren',
    actionsTitle: 'Aktionen',
    claimTitle: 'Anspruch',
    claimNone: 'Niemand hat diesen Server beansprucht.',
    claim: {
      owner: 'Besitzer',
      since: 'Seit (UTC)',
      description: 'Beschreibung',
      links: 'Links',
      tags: 'Stichwörter',
      country: 'Land',
      joinPort: 'Port zum Beitreten',
    },
    reportsTitle: 'Offene Meldungen',
    reportsNone: 'Zu diesem Server gibt es keine offenen Meldungen.',
    historyTitle: 'Verlauf',
    historyCaption: 'Aktionen zu diesem Server, die neuesten zuerst',
    historyNone: 'Noch nichts.',
    historyAll: 'Ganzer Verlauf im Protokoll',
  },

  serverActions: {
    feature: { title: 'Empfehlen', submit: 'Diesen Server empfehlen' },
    unfeature: { title: 'Nicht mehr empfehlen', submit: 'Diesen Server nicht mehr empfehlen' },
    unlist: {
      title: 'Aus der Liste nehmen',
      again: 'Grund ändern, aus dem er nicht gelistet ist',
      intro:
        'Er steht dann nicht mehr in der öffentlichen Liste. Wer seine Adresse kennt, kann weiter beitreten.',
      submit: 'Diesen Server aus der Liste nehmen',
    },
    relist: {
      title: 'Wieder in die Liste aufnehmen',
      submit: 'Diesen Server wieder in die Liste aufnehmen',
    },
    country: {
      title: 'Land',
      field: 'Land',
      hint: 'Zwei Buchstaben wie NZ. Wird anstelle des Landes seiner Adresse gezeigt.',
      submit: 'Land setzen',
    },
    'country-reset': {
      title: 'Land zurücksetzen',
      submit: 'Land der Adresse verwenden',
    },
    ban: {
      title: 'Diesen Server sperren',
      intro:
        'Seine Heartbeats werden anhand seines Hashs abgelehnt, der für seine Adresse und seinen Port steht.',
      submit: 'Diesen Server sperren',
    },
    'ban-address': {
      title: 'Seine Adresse sperren',
      intro:
        'Jeder Heartbeat von dieser Adresse oder aus diesem Bereich wird abgelehnt, egal von welchem Server.',
      field: 'Adresse oder Bereich',
      hint: 'Zum Beispiel 203.0.113.7 oder 203.0.113.0/24.',
      submit: 'Diese Adresse sperren',
    },
    'ban-name': {
      title: 'Seinen Namen sperren',
      intro:
        'Heartbeats aller Server mit einem solchen Namen werden abgelehnt. Farbcodes und Groß- und Kleinschreibung spielen keine Rolle.',
      field: 'Namensmuster',
      hint: '* steht für beliebigen Text.',
      submit: 'Diesen Namen sperren',
    },
    'claim-clear': {
      title: 'Texte des Betreibers entfernen',
      intro:
        'Beschreibung, Links und Stichwörter werden entfernt, und Spieler treten wieder unter der Adresse der Heartbeats bei. Der Betreiber kann neue Texte schreiben und wieder eine andere Adresse angeben.',
      submit: 'Diese Texte entfernen',
    },
    'claim-remove': {
      title: 'Anspruch entfernen',
      intro:
        'Alles, was der Betreiber geschrieben hat, wird entfernt. Wer den Server betreibt, kann ihn wieder beanspruchen.',
      submit: 'Diesen Anspruch entfernen',
    },
  },

  reports: {
    title: 'Meldungen',
    filter: 'Meldungen filtern',
    states: { open: 'Offen', closed: 'Geschlossen' },
    caption: {
      open: 'Offene Meldungen, die neuesten zuerst',
      closed: 'Geschlossene Meldungen, die neuesten zuerst',
    },
    columns: {
      id: 'Nummer',
      at: 'Wann (UTC)',
      server: 'Server',
      kind: 'Problem',
      by: 'Gemeldet von',
      text: 'Einzelheiten',
    },
    closedAt: 'Geschlossen (UTC)',
    kinds: {
      texts: 'Anstößige Texte',
      fake: 'Gefälschter Server oder vorgetäuschte Spieler',
      copy: 'Gibt sich als anderer Server aus',
      harm: 'Belästigung oder Schaden',
      other: 'Etwas anderes',
    },
    nothing: {
      open: 'Es gibt keine offenen Meldungen.',
      closed: 'Es gibt noch keine geschlossenen Meldungen.',
    },
    close: 'Schließen',
    closeSubmit: 'Diese Meldung schließen',
    closeAll: (count) =>
      plural(count, { one: '# Meldung schließen', other: 'Alle # Meldungen schließen' }),
    closeAllSubmit: 'Diese Meldungen schließen',
    unlist: 'Server aus der Liste nehmen und Meldungen schließen',
    unlistSubmit: 'Aus der Liste nehmen und Meldungen schließen',
    openOn: (count) => plural(count, { one: '# offene Meldung', other: '# offene Meldungen' }),
    more: (count) =>
      plural(count, { one: 'und # ältere Meldung', other: 'und # ältere Meldungen' }),
    isUnlisted: 'nicht gelistet',
    note: 'Was unternommen wurde',
    notes: 'Notizen der Moderation stehen im Protokoll',
    gone: 'Diese Meldung ist nicht mehr offen: Sie wurde geschlossen, oder das Konto, von dem sie kam, wurde gelöscht.',
  },

  bans: {
    title: 'Sperren',
    filter: 'Sperren suchen',
    text: 'Adresse, Name, Hash oder Grund',
    kinds: { range: 'Adresse', name: 'Name', server: 'Server' },
    caption: 'Sperren, die neuesten zuerst',
    columns: {
      subject: 'Gesperrt',
      reason: 'Grund',
      by: 'Von',
      since: 'Seit (UTC)',
      expires: 'Bis (UTC)',
    },
    expired: (moment) => `abgelaufen ${moment}`,
    nothing: 'Keine Sperre passt zu dieser Suche.',
    none: 'Es gibt keine Sperren.',
    add: 'Sperre hinzufügen',
    addIntro:
      'Eine Sperre lehnt Heartbeats anhand von Adresse oder Bereich, Servername oder Server-Hash ab. Gesperrte Server verschwinden sofort aus der Liste.',
    subject: 'Adresse, Bereich, Namensmuster oder Hash',
    subjectHint:
      'Zum Beispiel 203.0.113.0/24, free coins* oder die 32 Hexadezimalziffern eines Server-Hashs.',
    addSubmit: 'Sperre hinzufügen',
    remove: 'Entfernen',
    removeSubmit: 'Diese Sperre entfernen',
    noKind: 'Wähle, was gesperrt werden soll: eine Adresse, ein Name oder ein Server.',
    gone: 'Diese Sperre gibt es nicht mehr.',
  },

  filter: {
    title: 'Wortfilter',
    intro:
      'Server mit einem dieser Wörter im Namen werden angenommen, stehen aber nicht in der öffentlichen Liste. Groß- und Kleinschreibung, Akzente, Farbcodes und Ziffern, die wie Buchstaben aussehen, spielen keine Rolle.',
    filter: 'Wörter suchen',
    text: 'Wort',
    caption: 'Wörter im Filter',
    columns: { word: 'Wort', since: 'Seit (UTC)', servers: 'Ausgeblendete laufende Server' },
    ofSettings: 'Durch filtered_words in den Einstellungen gesetzt',
    nothing: 'Kein Wort passt zu dieser Suche.',
    none: 'Im Filter sind keine Wörter.',
    more: (count) => `und ${count} weitere`,
    add: 'Wort hinzufügen',
    word: 'Wort',
    wordHint:
      'Ein ganzes Wort, oder mit * für beliebige Buchstaben, wie bad*. Mindestens 3 Buchstaben.',
    addSubmit: 'Dieses Wort hinzufügen',
    remove: 'Entfernen',
    removeSubmit: 'Dieses Wort entfernen',
    gone: 'Dieses Wort ist nicht mehr im Filter.',
  },

  audit: {
    title: 'Protokoll',
    intro:
      'Jede Aktion von Moderatoren und Administratoren. Niemand kann einen Eintrag ändern oder entfernen.',
    filter: 'Protokoll durchsuchen',
    actor: 'Von (Konto oder „command line“)',
    action: 'Aktion',
    subject: 'Ziel (Hash, Konto, Adresse, Wort)',
    actions: {
      'ban added': 'Sperre hinzugefügt',
      'ban removed': 'Sperre entfernt',
      'server featured': 'Server empfohlen',
      'server unfeatured': 'Server nicht mehr empfohlen',
      'server unlisted': 'Server aus der Liste genommen',
      'server relisted': 'Server wieder gelistet',
      'country set': 'Land gesetzt',
      'country reset': 'Land zurückgesetzt',
      'filter word added': 'Filterwort hinzugefügt',
      'filter word removed': 'Filterwort entfernt',
      'report closed': 'Meldung geschlossen',
      'claim removed': 'Anspruch entfernt',
      'claim texts removed': 'Texte des Betreibers entfernt',
      'account created': 'Konto angelegt',
      'account verified': 'Konto freigeschaltet',
      'account suspended': 'Konto gesperrt',
      'account restored': 'Sperrung aufgehoben',
      'account renamed': 'Konto umbenannt',
      'account deleted': 'Konto gelöscht',
      'account details changed': 'Angaben zum Konto geändert',
      'role changed': 'Rolle geändert',
      'password changed': 'Passwort festgelegt',
      'second factor reset': 'Zwei-Faktor-Authentisierung zurückgesetzt',
      'sessions ended': 'Sitzungen beendet',
      'site changed': 'Website geändert',
      'site reset': 'Website zurückgesetzt',
      'notice set': 'Hinweis gesetzt',
      'notice removed': 'Hinweis entfernt',
      'letter retried': 'E-Mail noch einmal geschickt',
      'letters retried': 'E-Mails noch einmal geschickt',
      'letter dropped': 'E-Mail gelöscht',
    },
    caption: 'Aktionen, die neuesten zuerst',
    columns: {
      at: 'Wann (UTC)',
      by: 'Von',
      action: 'Aktion',
      subject: 'Ziel',
      detail: 'Einzelheiten',
      reason: 'Grund',
    },
    nothing: 'Kein Eintrag passt zu dieser Suche.',
  },
};
