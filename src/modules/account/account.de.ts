// Every sentence about accounts that several pages show: events, sections and refusals.

import { minutes } from '../../platform/messages/failures.de.ts';
import { formatWait } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './account.en.ts';

export const accountTexts: Translation<typeof english.accountTexts> = {
  events: {
    registered: 'Das Konto wurde registriert',
    'address verified': 'Die E-Mail-Adresse wurde bestätigt',
    'logged in': 'Angemeldet',
    'launcher approved': 'Ein Launcher wurde im Browser zugelassen',
    'wrong code': 'Das Passwort war richtig, der Code war falsch',
    'brute-force protection': 'Jemand hat von vielen Orten aus versucht, das Passwort zu erraten',
    'password changed': 'Das Passwort wurde geändert',
    'password reset': 'Das Passwort wurde per E-Mail zurückgesetzt',
    'address changed': 'Die E-Mail-Adresse wurde geändert',
    'address change undone': 'Die Änderung der E-Mail-Adresse wurde rückgängig gemacht',
    'app turned on': 'Eine Authenticator-App wurde eingeschaltet',
    'app turned off': 'Die Authenticator-App wurde ausgeschaltet',
    'mailed codes turned on': 'Codes per E-Mail wurden eingeschaltet',
    'mailed codes turned off': 'Codes per E-Mail wurden ausgeschaltet',
    'login provider linked': 'Ein Konto bei einem anderen Anbieter wurde verknüpft',
    'login provider unlinked': 'Die Verknüpfung mit einem anderen Anbieter wurde aufgehoben',
    'passkey added': 'Ein Passkey wurde hinzugefügt',
    'passkey removed': 'Ein Passkey wurde entfernt',
    'passkey copied': 'Ein Passkey wurde abgelehnt, weil ihn offenbar jemand kopiert hat',
    'recovery codes made': 'Neue Wiederherstellungscodes wurden erzeugt',
    'recovery code used': 'Ein Wiederherstellungscode wurde benutzt',
    'second factor reset': 'Die Moderation hat die Zwei-Faktor-Authentifizierung zurückgesetzt',
    'session ended': 'Eine Sitzung wurde beendet',
    'other sessions ended': 'Alle anderen Sitzungen wurden beendet',
    verified: 'Die Moderation hat das Konto freigeschaltet',
    'password set': 'Ein Administrator hat ein neues Passwort festgelegt',
    'logged out': 'Die Moderation hat alle Sitzungen beendet',
    'details changed': 'Die Moderation hat Angaben zum Konto geändert',
    suspended: 'Das Konto wurde gesperrt',
    restored: 'Die Sperrung wurde aufgehoben',
    renamed: 'Das Konto wurde umbenannt',
    'key made': 'Ein API-Schlüssel wurde erstellt',
    'key revoked': 'Ein API-Schlüssel wurde widerrufen',
    'editor invited': 'Ein Spieler wurde eingeladen, einen Server zu bearbeiten',
    'server offered': 'Ein Server wurde einem anderen Konto angeboten',
    'server transferred': 'Ein Server wurde einem anderen Konto übergeben',
    'application allowed': 'Einer Anwendung wurde die Anmeldung erlaubt',
    'application revoked': 'Eine Anwendung wurde getrennt',
  },
  nameHint:
    '2 bis 16 Zeichen: Buchstaben A–Z, Ziffern, „_“ und „.“. So heißt du im Spiel, für alle sichtbar.',
  emailHint: 'Wird niemandem gezeigt und nur für E-Mails zu deinem Konto verwendet.',
  newPassword: 'Neues Passwort',
  passwordHint:
    '8 bis 64 beliebige Zeichen. Häufige Passwörter, dein Name und deine E-Mail-Adresse sind nicht erlaubt.',
  yourPassword: 'Dein Passwort',
  yourPasswordHint: 'Gib es zur Sicherheit noch einmal ein.',
  sections: {
    title: 'Dein Konto',
    overview: 'Übersicht',
    security: 'Sicherheit',
    sessions: 'Sitzungen',
    activity: 'Letzte Aktivitäten',
    servers: 'Deine Server',
    favourites: 'Favoriten',
    data: 'Daten',
    export: 'Deine Daten herunterladen',
    delete: 'Konto löschen',
  },
  goOn: 'Weiter',
  confirmAddress: 'E-Mail-Adresse bestätigen',
  forgot: 'Passwort vergessen?',
  passwordKept:
    'Dein Passwort bleibt zehn Minuten gespeichert. Du kannst das Feld leer lassen oder ein anderes wählen.',
  checking: 'Dein Browser wird geprüft …',
  withoutScripts: (ms) =>
    `In diesem Browser läuft kein JavaScript. Registrieren kannst du dich trotzdem: Warte mindestens ${formatWait(ms)}, bevor du das Formular abschickst. Die Wartezeit ersetzt eine kurze Berechnung, die Bots fernhält.`,
};

export const accountFailures: Translation<typeof english.accountFailures> = {
  name: {
    missing: 'Wähle einen Namen.',
    rule: (name) =>
      `Der Name „${name}“ ist nicht erlaubt. Nimm 2 bis 16 Zeichen aus A–Z, a–z, 0–9, „_“ und „.“, mit mindestens einem Buchstaben oder einer Ziffer und ohne Punkt am Anfang oder Ende.`,
    reserved: (name) =>
      `Der Name „${name}“ ist auf dieser Website reserviert oder sieht einem reservierten ähnlich. Wähle einen anderen.`,
    onlyGiven: (name) =>
      `Der Name „${name}“ ist reserviert. Nur Administratoren können ihn vergeben.`,
    exists: (name) => `Es gibt schon ein Konto namens „${name}“. Wähle einen anderen Namen.`,
    taken: (name) => `Der Name „${name}“ ist vergeben. Wähle einen anderen.`,
    confusable: (name, other) =>
      `Der Name „${name}“ sieht „${other}“ zu ähnlich, und dieser ist vergeben: Groß- und Kleinbuchstaben, 0 und O, 1, I und l sowie ein oder mehrere Unterstriche gelten als gleich.`,
    resting: (name, waitMs) =>
      `Der Name „${name}“ oder ein ähnlicher gehörte bis vor Kurzem zu einem anderen Konto. Er ist in ${formatWait(waitMs)} wieder frei.`,
  },

  email: {
    oddLetters:
      'Die E-Mail-Adresse hat vor dem @ Buchstaben oder Ziffern in einer Sonderform, etwa in doppelter Breite. Nimm gewöhnliche Buchstaben und Ziffern.',
    asciiOnly:
      'Diese Website kann keine E-Mails an Adressen verschicken, die vor dem @ Buchstaben wie ä oder é haben. Gib eine andere Adresse ein.',
    long: (length, most) =>
      `Die E-Mail-Adresse hat ${length} Zeichen. Erlaubt sind höchstens ${most}.`,
    exists: 'Es gibt schon ein Konto mit dieser E-Mail-Adresse.',
    ofAnother: 'Diese E-Mail-Adresse gehört inzwischen zu einem anderen Konto.',
    same: 'Das ist schon deine E-Mail-Adresse. Gib eine andere ein.',
    confirmed: 'Deine E-Mail-Adresse ist schon bestätigt. Es gibt nichts zu verschicken.',
    inUse:
      'Hier lässt sich deine E-Mail-Adresse nicht mehr ändern. Ändere sie mit deinem Passwort auf deiner Kontoseite.',
    tooSoon: (waitMs) =>
      `Gerade wurde eine E-Mail verschickt. In ${formatWait(waitMs)} kannst du eine neue anfordern.`,
    cannotSend: 'Diese Website kann keine E-Mails verschicken. Wende dich an den Betreiber.',
  },

  password: {
    missing: 'Gib dein Passwort ein.',
    choose: 'Wähle ein Passwort mit 8 bis 64 Zeichen.',
    broken: 'Das Passwort enthält ein ungültiges Zeichen. Gib es noch einmal ein.',
    length: (length, fewest, most) =>
      `Das Passwort hat ${length} Zeichen. Nimm ${fewest} bis ${most}.`,
    known: 'Dein Name und deine E-Mail-Adresse sind als Passwort nicht erlaubt. Wähle ein anderes.',
    common:
      'Das ist eines der häufigsten Passwörter, und die werden zuerst geraten. Wähle ein anderes.',
  },

  login: {
    nameMissing: 'Gib den Namen deines Kontos ein.',
    nameIsEmail: 'Das ist eine E-Mail-Adresse. Gib stattdessen deinen Namen im Spiel ein.',
    nameUnknown: 'Es gibt kein Konto mit diesem Namen. Prüfe die Schreibweise.',
    passwordWrong: 'Das ist nicht das Passwort dieses Kontos. Gib es noch einmal ein.',
    codeMissing: 'Gib den Code ein.',
    codeWrong:
      'Dieser Code ist falsch, wurde schon benutzt oder ist abgelaufen. Gib den neuesten ein.',
    cannotSend:
      'Diese Website kann keine E-Mails verschicken. Nimm einen Wiederherstellungscode oder wende dich an den Betreiber.',
    tooMany: (waitMinutes) =>
      `Zu viele falsche Versuche von deiner IP-Adresse. Versuche es in ${minutes(waitMinutes)} noch einmal.`,
    busy: 'Gerade melden sich zu viele Leute an. Versuche es gleich noch einmal.',
    suspended: (end, reason) =>
      `Dieses Konto ist ${end === null ? 'auf unbestimmte Zeit' : `bis ${end} UTC`} gesperrt und kann sich deshalb nicht anmelden. ${
        reason === '' ? 'Frag den Betreiber dieser Website nach dem Grund.' : `Grund: ${reason}`
      }`,
    unknownSender: 'Diese Website ist nicht richtig eingerichtet. Sag dem Betreiber Bescheid.',
  },

  code: {
    missing: 'Gib einen Code ein.',
    digits: 'Der Code aus der E-Mail hat sechs Ziffern.',
    notLatest:
      'Dieser Code ist falsch oder aus einer früheren E-Mail. Gib den Code aus der neuesten E-Mail ein.',
    unexpected:
      'Für dieses Konto gibt es gerade keinen gültigen Code. Fordere eine neue E-Mail an.',
    busy: 'Gerade werden andere Codes geprüft. Versuche es gleich noch einmal.',
    tooMany: (waitMs) =>
      `Zu viele falsche Codes. Versuche es in ${formatWait(waitMs)} noch einmal. Der Link in der E-Mail funktioniert weiterhin.`,
  },

  registration: {
    closed: 'Die Registrierung ist geschlossen. Der Betreiber dieser Website legt die Konten an.',
    inviteWrong:
      'Dieser Einladungscode ist falsch, wurde schon benutzt oder ist abgelaufen. Bitte um einen neuen.',
    tooFast: (waitMs) =>
      `Das Formular wurde zu schnell abgeschickt. Schick es in ${formatWait(waitMs)} noch einmal ab.`,
    outdated:
      'Dieses Formular ist abgelaufen, wurde schon abgeschickt oder kam ohne das Cookie dieser Website. Erlaube Cookies, gib dein Passwort noch einmal ein und schick das Formular erneut ab.',
    trapped:
      'Ein verstecktes Feld wurde ausgefüllt, vielleicht vom Browser oder einer Erweiterung. Schick das Formular noch einmal ab.',
    unproven: (waitMs) =>
      `Dein Browser hat die Berechnung nicht gemacht, die Bots fernhält. Deshalb musst du stattdessen warten. Schick das Formular in ${formatWait(waitMs)} noch einmal ab.`,
    tooMany: (waitMs) =>
      `Aus deinem Netz oder auf dieser Website wurden in der letzten Stunde zu viele Konten registriert. Versuche es in ${formatWait(waitMs)} noch einmal.`,
  },

  rules: {
    missing: 'Setz das Häkchen, um den Regeln dieser Website zuzustimmen.',
    outdated:
      'Die Regeln wurden inzwischen geändert. Lies sie noch einmal und stimme ihnen dann zu.',
  },

  changedMeanwhile: 'Dein Konto wurde gleichzeitig geändert. Lade diese Seite neu.',

  administration: {
    onlyStaff: 'Das dürfen nur Moderatoren und Administratoren.',
    onlyAdministrators: 'Das dürfen nur Administratoren.',
    onlyAdministratorsToStaff: (isAdministrator) =>
      `Beim Konto eines ${isAdministrator ? 'Administrators' : 'Moderators'} dürfen das nur Administratoren.`,
    unknownId: (id) => `Es gibt kein Konto mit der ID ${id}. Die Liste der Konten zeigt die IDs.`,
    unknownName: (name) =>
      `Es gibt kein Konto namens „${name}“. Die Liste der Konten zeigt die Namen.`,
    emailSearch:
      'Nur Administratoren können Konten nach E-Mail-Adresse suchen. Suche nach einem Teil des Namens oder nach der ID.',
    unknownFilter: (text, filters) =>
      `„${text}“ ist kein Filter für Konten. Nimm einen von diesen: ${filters}.`,
    changedMeanwhile: (name) =>
      `Jemand anderes hat das Konto „${name}“ gleichzeitig geändert. Prüfe es und versuche es noch einmal.`,
    lastAdministrator:
      'Das ist der letzte Administrator, der sich anmelden kann. Mach zuerst ein anderes Konto zum Administrator.',
    flagOfAdministrators:
      'Das Kennzeichen „a“ bekommen Administratoren automatisch. Mach stattdessen das Konto zum Administrator.',
    flagOfSuspended:
      'Das Kennzeichen „b“ bekommen gesperrte Konten automatisch. Sperre stattdessen das Konto.',
    flagOfUnverified:
      'Das Kennzeichen „u“ bekommen nicht freigeschaltete Konten automatisch. Schalte das Konto frei, um es zu entfernen.',
    flagUnknown: (flag) =>
      `Das Kennzeichen „${flag}“ ist unbekannt. Möglich sind d (Entwickler), m (Forumsmoderator), e (Redakteur), p (Förderer) und r (in Wiederherstellung).`,
  },
};
