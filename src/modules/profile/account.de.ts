// Every sentence of the pages where people register and manage their accounts.

import { formatMomentLong, formatWait, plural } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './account.en.ts';

const removal = (days: number): string =>
  `Konten, die nach ${plural(days, { one: '# Tag', other: '# Tagen' })} noch nicht freigeschaltet sind, werden gelöscht.`;

export const accountMessages: Translation<typeof english.accountMessages> = {
  toAccount: 'Zurück zu deinem Konto',
  openInbox: (provider) => `${provider} öffnen (in neuem Tab)`,

  register: {
    haveOne: 'Du hast schon ein Konto?',
    invite: 'Einladungscode',
    inviteHint:
      'Gib den Code ein, den du bekommen hast. Groß- und Kleinschreibung und Bindestriche spielen keine Rolle.',
    trap: 'Lass dieses Feld leer',
    next: 'So geht es weiter',
    verification: {
      mail: 'Du bekommst eine E-Mail mit einem Code. Gib ihn auf der nächsten Seite ein.',
      administrator: 'Ein Administrator dieser Website schaltet dein Konto frei.',
    },
    play: 'Du kannst auf allen Servern dieser Liste spielen, im Launcher und auf dieser Website.',
    closedTitle: 'Die Registrierung ist geschlossen',
    closed:
      'Der Betreiber dieser Website legt die Konten an. Bitte ihn um eines und melde dich dann hier an.',
  },

  verify: {
    sent: (email) =>
      `Eine E-Mail an ${email} ist unterwegs. Gib den Code daraus ein oder öffne den Link darin.`,
    slow: 'Das kann ein paar Minuten dauern. Sieh auch im Spam-Ordner nach.',
    stuckTitle: 'Die E-Mail wurde noch nicht verschickt',
    stuck: (email) =>
      `Der Mailserver hat die E-Mail an ${email} bisher nicht angenommen. Prüfe, ob die Adresse stimmt. Wenn ja, warte auf die E-Mail oder fordere eine neue an. Kommt keine an, wende dich an den Betreiber dieser Website.`,
    codeHint: 'Sechs Ziffern, aus der neuesten E-Mail.',
    submit: 'Bestätigen',
    opened: 'Wenn du den Link öffnest, egal auf welchem Gerät, geht es hier von allein weiter.',
    openedButton: 'Ich habe den Link geöffnet',
    codesWait: (time) =>
      `Zu viele falsche Codes. Den nächsten kannst du in ${time} eingeben. Der Link in der E-Mail funktioniert weiterhin.`,
    codesAgain: 'Du kannst jetzt wieder einen Code eingeben.',
    againTitle: 'Keine E-Mail?',
    again: 'Neue E-Mail schicken',
    againNow: 'Frühere Codes und Links werden damit ungültig.',
    againIn: (time) => `In ${time} kannst du eine neue E-Mail anfordern.`,
    correctTitle: 'Falsche Adresse?',
    correct: 'E-Mail an diese Adresse schicken',
    done: 'Dein Konto ist freigeschaltet',
    doneNext: 'Du kannst jetzt auf Servern spielen. Such dir einen aus der Liste aus.',
    removedAfter: (days) =>
      `Solange deine Adresse nicht bestätigt ist, kannst du dich anmelden, aber keinem Server beitreten. ${removal(days)}`,
    removedUnlessVerified: removal,
    keptUnverified:
      'Solange dein Konto nicht freigeschaltet ist, kannst du dich anmelden, aber keinem Server beitreten.',
    administratorTitle: 'Ein Administrator muss dein Konto freischalten',
    administrator:
      'Du kannst dich jetzt anmelden, aber noch keinem Server beitreten. Wenn es lange dauert, frag den Betreiber dieser Website.',
  },

  links: {
    'verify address': {
      intro: (name, email) => `Bestätige, dass ${email} die E-Mail-Adresse des Kontos ${name} ist.`,
      submit: 'Adresse bestätigen',
    },
    'new address': {
      title: 'Neue E-Mail-Adresse bestätigen',
      intro: (name, email) => `E-Mails zum Konto ${name} gehen künftig an ${email}.`,
      submit: 'Diese Adresse verwenden',
    },
    'undo address': {
      title: 'Alte E-Mail-Adresse wiederherstellen',
      intro: (name, email) =>
        `Das Konto ${name} bekommt seine Adresse ${email} zurück, und alle Sitzungen werden beendet. Leg danach ein neues Passwort fest, denn wer die Adresse geändert hat, kennt vielleicht das alte.`,
      submit: 'Diese Adresse wiederherstellen',
    },
    deadTitle: 'Dieser Link ist abgelaufen oder wurde schon benutzt',
    dead: 'Jeder Link funktioniert einmal, und ein neuerer ersetzt ihn.',
    deadVerify:
      'Auf deiner Kontoseite siehst du, ob deine Adresse bestätigt ist, und kannst eine neue E-Mail anfordern.',
    deadUndo:
      'Eine alte Adresse lässt sich sieben Tage lang wiederherstellen. Wenn das dein Konto ist, wende dich an den Betreiber dieser Website.',
    deadReset: 'Neue E-Mail anfordern',
    deadFirst:
      'Wenn es inzwischen einen Administrator gibt, brauchst du diesen Link nicht. Wenn nicht, hol dir einen neuen Link mit: muster account first-administrator',
  },

  forgot: {
    noAccess: 'Kommst du nicht mehr an diese E-Mails?',
    noAccessHint: 'Bitte den Betreiber dieser Website um ein neues Passwort.',
    intro:
      'Gib deinen Namen oder deine E-Mail-Adresse ein. Du bekommst dann eine E-Mail mit einem Link für ein neues Passwort.',
    who: 'Name oder E-Mail-Adresse',
    submit: 'E-Mail schicken',
    sentTitle: 'Sieh in dein Postfach',
    sent: 'Wenn es dieses Konto gibt, ist eine E-Mail mit einem Link an seine Adresse unterwegs. Der Link funktioniert einmal, 30 Minuten lang.',
    sentSlow:
      'Das kann ein paar Minuten dauern. Sieh auch im Spam-Ordner nach. Wenn nichts ankommt, prüfe die Schreibweise und versuche es noch einmal: Diese Seite sieht immer gleich aus, ob es das Konto gibt oder nicht. Hilft das nicht, wende dich an den Betreiber dieser Website.',
  },

  reset: {
    title: 'Neues Passwort festlegen',
    intro: (name) =>
      `Hier legst du ein neues Passwort für das Konto ${name} fest. Das alte wird ungültig, und alle Sitzungen werden beendet.`,
    submit: 'Passwort festlegen',
  },

  rules: {
    title: 'Regeln dieser Website',
    first: 'Lies die Regeln dieser Website und stimme ihnen zu.',
    changed: (agreedAt) =>
      `Die Regeln haben sich geändert, seit du ihnen am ${formatMomentLong(agreedAt)} zugestimmt hast.`,
    read: 'Regeln lesen (öffnet einen neuen Tab)',
    agree: 'Ich habe die Regeln gelesen und stimme ihnen zu.',
    later: 'Nicht jetzt',
    laterHint:
      'Du kannst weiter spielen. Bei deiner nächsten Anmeldung auf dieser Website wirst du wieder gefragt.',
    due: 'Stimme den Regeln dieser Website zu',
    dueAgain: 'Die Regeln dieser Website haben sich geändert',
    goThere: 'Lesen und zustimmen',
    agreed: 'Den Regeln zugestimmt',
  },

  done: {
    reset: {
      title: 'Dein neues Passwort ist festgelegt',
      text: 'Melde dich damit an, hier und im Launcher. Das alte Passwort gilt nicht mehr.',
    },
    verified: {
      title: 'Deine E-Mail-Adresse ist bestätigt',
      text: 'Auf der Seite, auf der du dich registriert hast, geht es jetzt von allein weiter. In einem anderen Browser melde dich an, um zu spielen.',
    },
    address: {
      title: 'Deine E-Mail-Adresse wurde geändert',
      text: 'E-Mails gehen jetzt an die neue Adresse. War die alte bestätigt, bekommt sie eine E-Mail mit einem Link, um die Änderung innerhalb von sieben Tagen rückgängig zu machen.',
    },
    undone: {
      title: 'Deine alte E-Mail-Adresse ist wiederhergestellt',
      text: 'Alle Sitzungen wurden beendet. Leg jetzt ein neues Passwort fest, denn wer die Adresse geändert hat, kennt vielleicht das alte.',
    },
    password: {
      title: 'Dein Passwort wurde geändert',
      text: 'Benutze ab jetzt das neue, auch im Launcher. Alle anderen Sitzungen wurden beendet; hier bist du weiter angemeldet.',
    },
    deleted: {
      title: 'Dein Konto wurde gelöscht',
      text: 'Nur sein Name bleibt gespeichert, damit ihn eine Zeit lang niemand sonst nehmen kann.',
    },
  },

  home: {
    confirmed: 'bestätigt',
    unconfirmed: 'nicht bestätigt',
    pending: (email) => `${email}, noch nicht bestätigt`,
    password: 'Passwort ändern',
    email: 'E-Mail-Adresse ändern',
    change: 'Ändern',
    on: 'Ein',
    off: 'Aus',
    serversHint:
      'Server, die du betreibst: ihre Seiten bearbeiten und festlegen, wo Spieler beitreten.',
    passwordHint: 'Gilt im Launcher und auf dieser Website.',
    favouritesHint: 'Die Server, die du mit einem Stern markiert hast.',
  },

  change: {
    passwordIntro: 'Alle anderen Sitzungen werden beendet, auch die von Launchern.',
    passwordFirst:
      'Damit kannst du dich auch mit Namen und Passwort anmelden, hier und im Launcher. Deine Passkeys gelten weiter. Alle anderen Sitzungen werden beendet.',
    emailIntro: (email) => `E-Mails gehen zurzeit an ${email}.`,
    emailNext:
      'Die neue Adresse bekommt eine E-Mail mit einem Code. Die Änderung gilt, sobald du ihn eingibst, und die alte Adresse wird benachrichtigt.',
    emailAtOnce: 'Diese Website verschickt keine E-Mails, deshalb gilt die Änderung sofort.',
    newEmail: 'Neue E-Mail-Adresse',
  },

  copy: {
    intro:
      'Eine Datei mit allem, was zu deinem Konto gespeichert ist: Name und Adresse, Sitzungen, Aktivitäten und E-Mails, die noch nicht verschickt sind. Passwörter und Codes sind nur als Hash gespeichert und nicht enthalten.',
    submit: 'Herunterladen (JSON)',
  },

  leave: {
    intro: (name) =>
      `Das Konto ${name} und alles, was dazugehört, werden sofort gelöscht. Das lässt sich nicht rückgängig machen.`,
    reserved: (days) =>
      days === 0
        ? 'Der Name ist sofort wieder frei.'
        : `Der Name ist nach ${plural(days, { one: '# Tag', other: '# Tagen' })} wieder frei.`,
  },

  first: {
    title: 'Ersten Administrator anlegen',
    intro:
      'Dieser Link wurde beim Start des Dienstes ausgegeben. Das Konto, das du hier anlegst, darf auf dieser Website alles.',
    next: 'Unter „Administration“ findest du alles zur Website: ihren Namen und ihr Aussehen, ihre Regeln und was noch fehlt.',
  },
};

export const recoveryFailures: Translation<typeof english.recoveryFailures> = {
  cannotSend:
    'Diese Website kann keine E-Mails verschicken. Bitte den Betreiber um ein neues Passwort.',
  whoMissing: 'Gib den Namen deines Kontos oder seine E-Mail-Adresse ein.',
  tooMany: (waitMs) =>
    `Aus deinem Netz oder auf dieser Website wurden zu viele E-Mails angefordert. Versuche es in ${formatWait(waitMs)} noch einmal.`,
  needsWork:
    'Gerade werden viele E-Mails angefordert, deshalb muss dein Browser erst eine kurze Berechnung machen. Schick das Formular noch einmal ab.',
};
