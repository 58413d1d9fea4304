// Every sentence about managers of claimed servers.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './managers.en.ts';

export const managerMessages: Translation<typeof english.managerMessages> = {
  title: 'Verwalter',
  intro:
    'Bearbeiter können Texte, Tags, Bild und Webhooks dieses Servers ändern und sehen den Grund, wenn er gesperrt ist. Nur der Besitzer kann Adresse, Heartbeat-URL und Verwalter ändern und den Server freigeben.',
  roles: { owner: 'Besitzer', editor: 'Bearbeiter' },
  since: 'seit',
  invited: 'Offene Einladungen',
  invitedAs: { editor: 'Als Bearbeiter eingeladen', owner: 'Würde Besitzer' },
  until: (day) => `gilt bis ${day}`,
  withdraw: 'Zurückziehen',
  withdrawOf: (name) => `Einladung an ${name} zurückziehen`,
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  leave: 'Nicht mehr bearbeiten',
  leaveIt: 'Diesen Server nicht mehr bearbeiten',
  invite: 'Bearbeiter einladen',
  name: 'Kontoname',
  inviteHint: 'Der Spieler sieht die Einladung in seinem Konto. Sie gilt 7 Tage.',
  send: 'Einladung senden',
  transfer: 'Server übergeben',
  transferHow:
    'Biete den Server einem anderen Konto an. Sobald dieser Spieler annimmt, gehört der Server ihm: Nur er kann dann Adresse und Verwalter ändern und den Server freigeben. Du bleibst Bearbeiter. Texte, Webhooks und Heartbeat-URL bleiben, wie sie sind.',
  offer: 'Server anbieten',
  done: {
    invite: 'Die Einladung wurde gesendet.',
    offer: 'Das Angebot wurde gesendet. Bis es angenommen wird, gehört der Server dir.',
    withdraw: 'Die Einladung wurde zurückgezogen.',
    remove: 'Dieses Konto kann den Server nicht mehr bearbeiten.',
  },
  page: 'Einladungen',
  waiting: (count) =>
    count === 1
      ? 'Du bist eingeladen, einen Server mitzuverwalten'
      : `Du bist eingeladen, ${count} Server mitzuverwalten`,
  look: 'Einladungen ansehen',
  none: 'Du hast keine offenen Einladungen.',
  invitation: {
    editor: (owner) =>
      `${owner} lädt dich ein, diesen Server zu bearbeiten: Texte, Tags, Bild und Webhooks.`,
    owner: (owner) =>
      `${owner} bietet dir diesen Server an. Wenn du annimmst, gehört er dir, und ${owner} bleibt Bearbeiter. Die Heartbeat-URL gilt weiter: Hol dir eine neue, wenn sonst niemand sie kennen soll.`,
  },
  expires: (day) => `Die Einladung gilt bis ${day}.`,
  accept: 'Annehmen',
  acceptOf: (server) => `Einladung zu ${server} annehmen`,
  decline: 'Ablehnen',
  declineOf: (server) => `Einladung zu ${server} ablehnen`,
  declined: 'Die Einladung wurde abgelehnt.',
  staffCaption: 'Verwalter dieses Servers außer dem Besitzer',
};

export const managerAuditSentences: Translation<typeof english.managerAuditSentences> = {
  'manager invited': 'Bearbeiter eingeladen',
  'transfer offered': 'Server angeboten',
  'invitation accepted': 'Bearbeiter geworden',
  'invitation declined': 'Einladung abgelehnt',
  'invitation withdrawn': 'Einladung zurückgezogen',
  'manager removed': 'Bearbeiter entfernt',
  'manager left': 'Bearbeiten beendet',
  'server transferred': 'Server übernommen',
};

export const managerFailures: Translation<typeof english.managerFailures> = {
  unverified:
    'Lass zuerst dein Konto freischalten. Nur freigeschaltete Konten können Server verwalten.',
  yourself: 'Das ist dein eigenes Konto. Gib den Namen eines anderen ein.',
  notYours: 'Dieser Server gehört dir nicht mehr.',
  managesAlready: (name) => `${name} bearbeitet diesen Server schon.`,
  openAlready: (name) => `${name} hat schon eine offene Einladung zu diesem Server.`,
  declined: (name) =>
    `${name} hat eine Einladung zu diesem Server abgelehnt. Du kannst diesen Spieler nach Ablauf von 7 Tagen wieder einladen.`,
  serverFull: (most) =>
    `Ein Server hat höchstens ${most} Verwalter, offene Einladungen mitgezählt. Entferne zuerst einen oder zieh eine Einladung zurück.`,
  accountFull: (name, most) =>
    `${name} hat schon ${most} offene Einladungen. Versuche es wieder, wenn einige davon beantwortet sind.`,
  tooMany: (seconds) => `Die nächste Einladung kannst du in ${seconds} s senden.`,
  gone: 'Das hat sich inzwischen geändert. Sieh dir die Seite noch einmal an.',
};
