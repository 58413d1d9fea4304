// Every sentence of the emails, and their subjects.

import type { Translation } from '../../platform/messages/translation.ts';
import { describeDevice } from '../sessions/devices.de.ts';
import type * as english from './email.en.ts';

export const emailMessages: Translation<typeof english.emailMessages> = {
  greeting: (name) => `Hallo ${name},`,
  closing: (site) =>
    `Diese E-Mail wurde von ${site} automatisch verschickt. Antworten darauf liest niemand.`,
  contact: 'Fragen? Wende dich an den Betreiber dieser Website:',
  orTypeCode: 'Oder gib diesen Code dort ein, wo du danach gefragt wurdest:',
  typeCode: 'Gib diesen Code dort ein, wo du danach gefragt wurdest:',
  validUntil: (moment) => `Er funktioniert einmal, bis ${moment}.`,
  notYou: 'Wenn du das nicht warst, ignoriere diese E-Mail. Ohne dich ändert sich nichts.',
  wasNotYou:
    'Wenn du das nicht warst, leg jetzt ein neues Passwort fest und beende die Sitzungen, die du nicht kennst:',
  unknownCountry: 'unbekannt',
  deviceName: (label) => describeDevice(label),

  verifySubject: (site) => `Bestätige deine E-Mail-Adresse für ${site}`,
  verify: (site) =>
    `Bei ${site} wurde ein Konto mit diesem Namen und dieser E-Mail-Adresse registriert. Öffne diesen Link, um zu bestätigen, dass die Adresse dir gehört:`,

  inUseSubject: (site) => `Du hast schon ein Konto bei ${site}`,
  inUse: (site) =>
    `Jemand wollte gerade diese E-Mail-Adresse für ein Konto bei ${site} verwenden, aber sie gehört schon zu deinem. Es wurde nichts geändert, und niemand hat erfahren, dass du ein Konto hast.`,
  inUseHelp:
    'Wenn du das warst, melde dich mit dem Namen oben an. Wenn du dein Passwort vergessen hast, kannst du auf der Anmeldeseite ein neues festlegen.',

  resetSubject: (site) => `Leg ein neues Passwort für ${site} fest`,
  reset: (site) =>
    `Jemand hat ein neues Passwort für dein Konto bei ${site} angefordert. Öffne diesen Link, um eines festzulegen:`,

  confirmSubject: (site) => `Bestätige deine neue E-Mail-Adresse für ${site}`,
  confirm: (site) =>
    `Diese E-Mail-Adresse wurde als neue für dein Konto bei ${site} eingegeben. Öffne diesen Link, um zu bestätigen, dass sie dir gehört:`,

  changedSubject: (site) => `Die E-Mail-Adresse deines Kontos bei ${site} wurde geändert`,
  changed: (site) =>
    `Die E-Mail-Adresse deines Kontos bei ${site} wurde geändert, diese hier gehört also nicht mehr dazu.`,
  changedUndo: 'Wenn du das nicht warst, öffne diesen Link, um die Änderung rückgängig zu machen:',
  changedUntil: (moment) => `Der Link funktioniert bis ${moment}.`,

  passwordSubject: (site) => `Dein Passwort für ${site} wurde geändert`,
  password: (site, moment) =>
    `Das Passwort deines Kontos bei ${site} wurde geändert (${moment}). Alle anderen Sitzungen wurden beendet.`,
  passwordNotYou: 'Wenn du das nicht warst, fordere auf der Anmeldeseite ein neues Passwort an:',

  passwordSet: (site, moment) =>
    `Ein Administrator hat ein neues Passwort für dein Konto bei ${site} festgelegt (${moment}). Alle Sitzungen wurden beendet.`,
  passwordSetSubject: (site) => `Ein Administrator hat dir bei ${site} ein neues Passwort gegeben`,
  passwordNotAsked:
    'Wenn du nicht darum gebeten hast, leg ein eigenes Passwort fest: Fordere auf der Anmeldeseite ein neues an. Das festgelegte Passwort steht nicht in dieser E-Mail.',

  verifiedSubject: (site) => `Dein Konto bei ${site} ist freigeschaltet`,
  verified: (site, moment) =>
    `Ein Administrator hat dein Konto bei ${site} freigeschaltet (${moment}). Du kannst jetzt auf Servern spielen:`,

  suspendedSubject: (site) => `Dein Konto bei ${site} ist gesperrt`,
  suspended: (site, moment) =>
    `Die Moderation von ${site} hat dein Konto gesperrt (${moment}). Alle Sitzungen wurden beendet.`,
  suspendedReason: (reason) => `Grund: ${reason}`,
  suspendedUnexplained: 'Ein Grund wurde nicht angegeben.',
  suspendedForEver:
    'Die Sperrung hat kein Enddatum. Du kannst dich wieder anmelden, sobald die Moderation sie aufhebt.',
  suspendedUntil: (moment) =>
    `Die Sperrung endet automatisch am ${moment}. Ab dann kannst du dich wieder anmelden.`,

  restoredSubject: (site) => `Dein Konto bei ${site} ist nicht mehr gesperrt`,
  restored: (site, moment) =>
    `Die Sperrung deines Kontos bei ${site} wurde aufgehoben (${moment}). Du kannst dich wieder mit deinem Passwort anmelden:`,

  renamedSubject: (site) => `Dein Konto bei ${site} wurde umbenannt`,
  renamed: (site, from, to, moment) =>
    `Die Moderation von ${site} hat dein Konto von ${from} in ${to} umbenannt (${moment}).`,
  renamedNow: (name) =>
    `Melde dich ab jetzt als ${name} an. Dein Passwort bleibt gleich. Auf Servern erscheint dein neuer Name.`,

  codeSubject: (site) => `Dein Anmeldecode für ${site}`,
  code: (site) => `Jemand meldet sich mit deinem Passwort in deinem Konto bei ${site} an.`,
  codeNotYou:
    'Wenn du das nicht bist, kennt jemand anderes dein Passwort. Gib diesen Code nicht weiter und leg ein neues Passwort fest:',

  deviceSubject: (site) => `Ein neues Gerät hat sich bei ${site} angemeldet`,
  device: (site, device, country, moment) =>
    `Jemand hat sich mit einem neuen Gerät in deinem Konto bei ${site} angemeldet: ${device}, Land: ${country}, ${moment}.`,

  bruteForceSubject: (site) => `Jemand versucht, dein Passwort für ${site} zu erraten`,
  bruteForce: (site, moment) =>
    `Für dein Konto bei ${site} wurden von vielen Orten aus viele falsche Passwörter probiert (${moment}). Keines war richtig.`,
  bruteForceNow:
    'Vorerst brauchen neue Geräte zum Anmelden einen Code per E-Mail. Deine eigenen Geräte melden sich an wie bisher. Du musst nichts tun.',

  wrongCodesSubject: (site) => `Falsche Codes für dein Konto bei ${site}`,
  wrongCodes: (site, device, country, moment) =>
    `Jemand hat bei ${site} dein Passwort und danach innerhalb eines Tages fünf falsche Codes eingegeben. Der letzte kam von diesem Gerät: ${device}, Land: ${country}, ${moment}. Keiner davon hat dein Konto geöffnet, und weitere Versuche sind begrenzt. Diese E-Mail bekommst du höchstens einmal am Tag.`,
  wrongCodesNotYou:
    'Wenn du das nicht warst, kennt jemand anderes dein Passwort. Leg jetzt ein neues fest:',

  factorOnSubject: (site) => `Zwei-Faktor-Authentifizierung bei ${site} eingeschaltet`,
  factorOn: (site, moment) =>
    `Für dein Konto bei ${site} wurde ein Verfahren der Zwei-Faktor-Authentifizierung eingeschaltet (${moment}).`,
  factorOffSubject: (site) => `Zwei-Faktor-Authentifizierung bei ${site} ausgeschaltet`,
  factorOff: (site, moment) =>
    `Für dein Konto bei ${site} wurde ein Verfahren der Zwei-Faktor-Authentifizierung ausgeschaltet (${moment}).`,
  factorResetSubject: (site) =>
    `Deine Zwei-Faktor-Authentifizierung bei ${site} wurde zurückgesetzt`,
  factorReset: (site, moment) =>
    `Die Moderation von ${site} hat die Zwei-Faktor-Authentifizierung deines Kontos zurückgesetzt (${moment}).`,
  factorRecoverySubject: (site) => `Ein Wiederherstellungscode wurde bei ${site} benutzt`,
  factorRecovery: (site, moment) =>
    `Für die Anmeldung in deinem Konto bei ${site} wurde ein Wiederherstellungscode benutzt (${moment}). Er gilt nicht mehr.`,

  deletedSubject: (site) => `Dein Konto bei ${site} wurde gelöscht`,
  deleted: (site, moment) =>
    `Dein Konto bei ${site} wurde gelöscht (${moment}), mit allem, was dazu gespeichert war. Das ist die letzte E-Mail an diese Adresse.`,

  reportSubject: (site) => `Deine Meldung bei ${site} wurde geprüft`,
  report: (site, server, moment) =>
    `Die Moderation von ${site} hat deine Meldung zum Server „${server}“ geprüft und geschlossen (${moment}).`,
  reportUnlistedSubject: (site) => `Ein von dir gemeldeter Server steht nicht mehr auf ${site}`,
  reportUnlisted: (site, server, moment) =>
    `Die Moderation von ${site} hat deine Meldung zum Server „${server}“ geprüft (${moment}). Der Server steht nicht mehr in der öffentlichen Liste.`,
  reportAsked:
    'Du bekommst diese E-Mail, weil du beim Melden darum gebeten hast. Wenn mit dem Server wieder etwas nicht stimmt, kannst du ihn noch einmal melden.',

  serverSubject: (site) => `Ein Server auf ${site} ist wieder da`,
  serverBack: (site, server, moment) =>
    `Der Server „${server}“ auf ${site} war offline. Seit ${moment} ist er wieder da:`,
  serverAsked:
    'Du bekommst diese E-Mail einmal, weil du auf der Seite des Servers darum gebeten hast. Abbestellen musst du nichts.',

  rallySubject: (people, site) => `${people} Spieler kommen auf ${site} zusammen`,
  rallyMet: (people, server, site) =>
    `Du hast gesagt, dass du auf „${server}“ auf ${site} spielst, wenn genug Spieler kommen. Jetzt sind ${people} bereit. Hier geht es los:`,

  movedSubject: (site) => `Dein Server bei ${site} hat eine andere Adresse`,
  moved: (site, server, ip, moment) =>
    `Ein Heartbeat mit dem Schlüssel deines Servers „${server}“ bei ${site} kam am ${moment} aus einem neuen Netz, von der Adresse ${ip}. Der Server ist jetzt dort gelistet.`,
  movedOwn:
    'Wenn du ihn umgezogen hast oder sich seine Adresse von selbst ändert, musst du nichts tun.',
  movedNotYou:
    'Wenn nicht, hat jemand anders seine Heartbeat-URL. Hol dir auf seiner Seite eine neue, dann gilt diese nicht mehr. Du bekommst diese E-Mail höchstens einmal am Tag:',

  eventSubject: (site) => `Neues von Servern auf ${site}`,
  eventAt: (moment) => `Das war am ${moment}.`,
  eventAsked:
    'Du bekommst solche E-Mails, höchstens zehn am Tag, weil du darum gebeten oder diesen Webhook hinzugefügt hast. Hier, unter „Webhooks“, kannst du das ändern:',

  testSubject: (site) => `Test-E-Mail von ${site}`,
  test: (site) =>
    `Diese E-Mail zeigt, dass ${site} E-Mails verschicken kann. Ein Administrator hat sie angefordert. Du musst nichts tun.`,
};
