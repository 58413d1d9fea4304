// Every sentence of the administration's pages about servers, reports, bans and the audit log.

import { counted, formatCount, plural } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './moderation.en.ts';

export const serverAdminDone: Translation<typeof english.serverAdminDone> = {
  'server-feature': 'Der Server wird jetzt am Anfang der Liste empfohlen.',
  'server-unfeature': 'Der Server wird nicht mehr empfohlen.',
  'server-unlist': 'Der Server ist nicht mehr gelistet, und sein Betreiber erfährt den Grund.',
  'server-relist': 'Der Server ist ab seinem nächsten Heartbeat wieder gelistet.',
  'server-country': 'Das Land ist gesetzt.',
  'server-country-reset': 'Der Server hat wieder das Land seiner Adresse.',
  'server-claim-clear': 'Die Texte des Betreibers wurden entfernt.',
  'server-claim-remove': 'Der Betreiber wurde entfernt, mit allem, was er geschrieben hat.',
  'report-closed': 'Die Meldung wurde geschlossen.',
  'reports-closed': 'Die Meldungen zu diesem Server wurden geschlossen.',
  'reports-unlisted':
    'Der Server ist nicht mehr gelistet, sein Betreiber erfährt den Grund, und die Meldungen zu ihm wurden geschlossen.',
  'ban-added': 'Die Sperre gilt. Ihr Grund steht in der Antwort auf jeden abgelehnten Heartbeat.',
  'word-added': 'Die Wörter sind im Filter.',
  'word-known': 'Im Filter sind schon Wörter, die dieselben Namen erfassen.',
  'word-removed': 'Das Wort wurde aus dem Filter entfernt.',
  'tag-added': 'Betreiber können dieses Stichwort jetzt wählen.',
  'tag-known': 'Dieses Stichwort steht schon auf der Liste.',
  'tag-removed': 'Das Stichwort steht nicht mehr auf der Liste. Server, die es haben, behalten es.',
};

export const serverAdminMessages: Translation<typeof english.serverAdminMessages> = {
  sections: {
    servers: 'Server',
    reports: 'Meldungen',
    bans: 'Sperren',
    filter: 'Wortfilter',
    tags: 'Stichwörter',
  },
  servers: {
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
      odd: 'Auffällige Zahlen',
    },
    odd: {
      'above maximum': 'mehr Spieler als Plätze',
      'too many for an unclaimed server': 'über 1.000 Spieler, ohne Betreiber',
      jumps: 'Spielerzahl springt um Hunderte',
      'never changes': 'seit Stunden dieselbe Spielerzahl',
      'one name': 'mehrere mit diesem Namen',
      'one salt': 'mehrere mit diesem Salt',
      'one network': 'viele aus diesem Netz',
    },
    featured: 'empfohlen',
    caption: 'Laufende Server, in der Reihenfolge der öffentlichen Liste',
    nothing: 'Kein laufender Server passt zu dieser Suche.',
    none: 'Kein Server ist online.',
    network: (range, count) => `und das Netz ${range} (${count} Server)`,
    banAddresses: 'Ihre Adressen sperren',
    results: {
      unlist: (count) => `${formatCount(count)} Server aus der Liste genommen`,
      relist: (count) => `${formatCount(count)} Server wieder gelistet`,
      ban: counted({ one: '# Adresse gesperrt', other: '# Adressen gesperrt' }),
    },
    anyway: 'Die Seite dieses Hashs trotzdem öffnen',
    offlineTitle: 'Server, die offline sind',
    offlineCaption: 'Server mit demselben Status, die offline sind',
  },

  server: {
    title: (name) => `Server ${name}`,
    toPublic: 'Öffentliche Seite',
    offline: 'Dieser Server ist offline. Was du hier entscheidest, gilt, sobald er wieder da ist.',
    facts: {
      joinPlace: 'Adresse zum Beitreten',
      started: 'Online seit',
      unlisted: 'Nicht gelistet seit',
      word: 'Gefiltertes Wort',
    },
    byHand: (country) => `${country}, von Hand gesetzt`,
    bannedBy: (by) => `Gesperrt durch ${by}`,
    toBans: 'Zu den Sperren',
    claimTitle: 'Betreiber',
    claimNone: 'Für diesen Server hat sich noch kein Betreiber bestätigt.',
    claim: {
      owner: 'Konto',
      icon: 'Bild',
    },
    reportsNone: 'Zu diesem Server gibt es keine offenen Meldungen.',
    historyCaption: 'Aktionen zu diesem Server, die neuesten zuerst',
    historyAll: 'Ganzer Verlauf im Protokoll',
  },

  serverActions: {
    feature: { title: 'Empfehlen', submit: 'Diesen Server empfehlen' },
    unfeature: { title: 'Nicht mehr empfehlen', submit: 'Diesen Server nicht mehr empfehlen' },
    unlist: {
      title: 'Aus der Liste nehmen',
      again: 'Grund ändern',
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
      hint: 'Wird anstelle des Landes seiner Adresse gezeigt.',
      submit: 'Land setzen',
    },
    'country-reset': { title: 'Land zurücksetzen', submit: 'Land der Adresse verwenden' },
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
        'Heartbeats aller Server mit einem passenden Namen werden abgelehnt. Farbcodes und Groß- und Kleinschreibung spielen keine Rolle.',
      field: 'Namensmuster',
      hint: '* steht für beliebigen Text.',
      submit: 'Diesen Namen sperren',
    },
    'claim-clear': {
      title: 'Texte des Betreibers entfernen',
      intro:
        'Bild, Beschreibung, Links und Stichwörter werden entfernt, und Spieler treten wieder unter der Adresse der Heartbeats bei. Der Betreiber kann neue Texte schreiben und wieder eine andere Adresse angeben.',
      submit: 'Diese Texte entfernen',
    },
    'claim-remove': {
      title: 'Betreiber entfernen',
      intro:
        'Alles, was der Betreiber geschrieben hat, wird entfernt. Wer den Server betreibt, kann das danach erneut bestätigen.',
      submit: 'Diesen Betreiber entfernen',
    },
  },

  reports: {
    filter: 'Meldungen filtern',
    states: { open: 'Offen', closed: 'Geschlossen' },
    caption: {
      open: 'Offene Meldungen, die neuesten zuerst',
      closed: 'Geschlossene Meldungen, die neuesten zuerst',
    },
    columns: {
      server: 'Server',
      kind: 'Problem',
      by: 'Gemeldet von',
    },
    closedAt: 'Geschlossen',
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
    closeAll: counted({ one: '# Meldung schließen', other: 'Alle # Meldungen schließen' }),
    closeAllSubmit: 'Diese Meldungen schließen',
    unlist: 'Server aus der Liste nehmen und Meldungen schließen',
    unlistSubmit: 'Aus der Liste nehmen und Meldungen schließen',
    openOn: counted({ one: '# offene Meldung', other: '# offene Meldungen' }),
    more: counted({ one: 'und # ältere Meldung', other: 'und # ältere Meldungen' }),
    isUnlisted: 'nicht gelistet',
    note: 'Was unternommen wurde',
    notes: 'Notizen der Moderation stehen im Protokoll',
    results: {
      'close-all': counted({
        one: 'Meldungen zu # Server geschlossen',
        other: 'Meldungen zu # Servern geschlossen',
      }),
      unlist: (count) =>
        `${formatCount(count)} Server aus der Liste genommen, Meldungen dazu geschlossen`,
    },
    gone: 'Diese Meldung ist nicht mehr offen: Sie wurde geschlossen, oder das Konto, von dem sie kam, wurde gelöscht.',
  },

  bans: {
    filter: 'Sperren suchen',
    text: 'Adresse, Name, Hash oder Grund',
    kinds: { range: 'Adresse', name: 'Name', server: 'Server' },
    caption: 'Sperren, die neuesten zuerst',
    columns: {
      subject: 'Gesperrt',
      expires: 'Bis',
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
    preview: 'Zeigen, was sie träfe',
    wide: 'Diesen weiten Bereich sperren',
    noKind: 'Wähle, was gesperrt werden soll: eine Adresse, ein Name oder ein Server.',
    results: { remove: counted({ one: '# Sperre aufgehoben', other: '# Sperren aufgehoben' }) },
    gone: 'Diese Sperre gibt es nicht mehr.',
  },

  filter: {
    intro:
      'Server mit einem dieser Wörter im Namen werden angenommen, stehen aber nicht in der öffentlichen Liste. Groß- und Kleinschreibung, Akzente und Farbcodes spielen keine Rolle, und Ziffern, die wie Buchstaben aussehen, werden erkannt.',
    filter: 'Wörter suchen',
    caption: 'Wörter im Filter',
    columns: { servers: 'Ausgeblendete laufende Server' },
    ofSettings: 'Durch filtered_words in den Einstellungen gesetzt',
    nothing: 'Kein Wort passt zu dieser Suche.',
    none: 'Im Filter sind keine Wörter.',
    more: (count) => `und ${count} weitere`,
    add: 'Wörter hinzufügen',
    word: 'Wörter',
    wordHint:
      'Ganze Wörter, oder mit * für beliebige Buchstaben, wie bad*. Zwischen mehreren stehen Leerzeichen. Jedes hat mindestens 3 Buchstaben.',
    preview: 'Treffer anzeigen',
    hits: (count) =>
      `${plural(count, { one: '# laufender Server hat eines dieser Wörter im Namen und würde', other: '# laufende Server haben eines dieser Wörter im Namen und würden' })} ausgeblendet${count === 0 ? '.' : ':'}`,
    addSubmit: (words) => `${words.join(', ')} hinzufügen`,
    removeSubmit: 'Dieses Wort entfernen',
    gone: 'Dieses Wort ist nicht mehr im Filter.',
  },

  tags: {
    intro:
      'Betreiber wählen aus diesen Stichwörtern für ihre Server, und Spieler filtern die Liste danach. Ein Server behält ein hier entferntes Stichwort, bis sein Betreiber es abwählt.',
    filter: 'Stichwörter suchen',
    caption: 'Stichwörter zur Auswahl',
    columns: { claims: 'Server damit' },
    fromStart: 'Von Anfang an',
    nothing: 'Kein Stichwort passt zu dieser Suche.',
    none: 'Es gibt keine Stichwörter zur Auswahl.',
    add: 'Stichwort hinzufügen',
    hint: '2 bis 20 Buchstaben oder Ziffern, mit Bindestrichen dazwischen.',
    addSubmit: 'Dieses Stichwort hinzufügen',
    removeSubmit: 'Dieses Stichwort entfernen',
    gone: 'Dieses Stichwort steht nicht mehr auf der Liste.',
  },
};

export const moderationFailures: Translation<typeof english.moderationFailures> = {
  report: {
    tooMany: (minutes) =>
      `Du hast zu viele Meldungen geschickt. Die nächste ist in ${minutes} Min. möglich.`,
    offline: 'Dieser Server ist nicht mehr online.',
    open: 'Deine frühere Meldung zu diesem Server ist noch offen.',
    kind: 'Wähle aus, was nicht stimmt.',
    long: (length, most) => `Deine Meldung hat ${length} Zeichen. Erlaubt sind höchstens ${most}.`,
    text: 'Beschreibe, was nicht stimmt.',
  },
  word: (word, most) =>
    `„${word}“ ist kein einzelnes Wort. Nimm bis zu ${most} Buchstaben und Ziffern, mit * für beliebige Buchstaben.`,
  broadWord: (word, fewest) =>
    `Das Wort „${word}“ würde zu viel erfassen. Nimm mindestens ${fewest} Buchstaben außer *.`,
  longPattern: (pattern, most) =>
    `Das Namensmuster „${pattern}“ ist zu lang. Erlaubt sind höchstens ${most} Zeichen.`,
  broadPattern: (pattern, fewest) =>
    `Das Namensmuster „${pattern}“ würde zu viel erfassen. Nimm mindestens ${fewest} Zeichen außer *.`,
  banned: {
    range: (subject) => `Der Bereich ${subject} ist schon gesperrt.`,
    name: (subject) => `Das Namensmuster ${subject} ist schon gesperrt.`,
    server: (subject) => `Der Server ${subject} ist schon gesperrt.`,
  },
  banHits: (servers, owners) =>
    `Jetzt träfe die Sperre ${plural(servers, { one: '# laufenden Server', other: '# laufende Server' })}${owners === '' ? '.' : `, darunter Server von ${owners}.`}`,
  wideBan: (range, hits) =>
    `${range} ist weiter als ein /16, oder ein /32 von IPv6. ${hits} Bestätige, dass du das willst.`,
};

export const reportMessages: Translation<typeof english.reportMessages> = {
  title: (name) => `${name} melden`,
  intro:
    'Die Moderation dieser Website kann deine Meldung lesen, mit dem Namen deines Kontos. Der Betreiber des Servers sieht sie nicht.',
  kind: 'Was stimmt nicht?',
  choose: 'Auswählen',
  kinds: {
    texts: 'Name, Beschreibung oder Links sind anstößig',
    fake: 'Er ist eine Fälschung oder zeigt Spieler, die nicht da sind',
    copy: 'Er gibt sich als anderer Server aus',
    harm: 'Dort werden Leute belästigt oder geschädigt',
    other: 'Etwas anderes',
  },
  textHint: (limit) =>
    `Was wann passiert ist. Bis zu ${limit} Zeichen. Erforderlich bei „Etwas anderes“.`,
  email: 'E-Mail bekommen, sobald die Meldung geprüft wurde',
  emailHint: 'Eine E-Mail an die Adresse deines Kontos.',
  emailAsked:
    'Du bekommst diese E-Mail, weil du beim Melden darum gebeten hast. Wenn mit dem Server wieder etwas nicht stimmt, kannst du ihn noch einmal melden.',
  send: 'Meldung abschicken',
  sentTitle: 'Deine Meldung wurde abgeschickt',
  sent: 'Die Moderation sieht sie sich an. Eine weitere Meldung zu diesem Server kannst du schicken, sobald sie diese geschlossen hat.',
};

export const moderationAuditSentences: Translation<typeof english.moderationAuditSentences> = {
  'ban added': 'Sperre hinzugefügt',
  'ban removed': 'Sperre entfernt',
  'server banned': 'Server gesperrt',
  'server featured': 'Server empfohlen',
  'server unfeatured': 'Server nicht mehr empfohlen',
  'server unlisted': 'Server aus der Liste genommen',
  'server relisted': 'Server wieder gelistet',
  'country set': 'Land gesetzt',
  'country reset': 'Land zurückgesetzt',
  'filter word added': 'Filterwort hinzugefügt',
  'filter word removed': 'Filterwort entfernt',
  'tag added': 'Stichwort hinzugefügt',
  'tag removed': 'Stichwort entfernt',
  'report closed': 'Meldung geschlossen',
  'claim removed': 'Betreiber entfernt',
  'claim texts removed': 'Texte des Betreibers entfernt',
};
