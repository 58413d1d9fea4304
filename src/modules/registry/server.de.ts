// Every sentence about a server on its page, and about one that is not there.

import { plural } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './server.en.ts';

export const serverMessages: Translation<typeof english.serverMessages> = {
  playersNow: 'gerade online',
  opensAt: (host) => `Öffnet ${host}, eine andere Website`,
  playersOfMost: (players, most) => `${players}/${most} Spieler`,
  softwareUnknown: 'Nicht angegeben',
  onlineFor: 'Online seit',
  operator: 'Betreiber',
  firstSeen: 'Erstmals gesehen',
  available: 'Verfügbar',
  availableTitle: 'Anteil der Stunden der letzten 30 Tage, in denen dieser Server gelistet war',
  listed: 'Sichtbarkeit',
  isPublic: 'In der öffentlichen Liste',
  isPrivate: 'Privat: nicht in der Liste. Beitreten mit der Adresse dieser Seite.',
  isRelocated: 'Nicht gelistet: Die Heartbeats kommen jetzt von einer anderen Adresse',
  toRelocated: 'zur neuen Seite',
  launcherTitle: 'Mit dem Launcher beitreten',
  launcherHow:
    'Melde dich im Launcher an und füge dann diese Adresse in das Feld unter der Serverliste ein:',
  addressLabel: 'Adresse dieses Servers',
  directHow: (name) =>
    `Nur für ${name}: Dieser Link enthält deinen persönlichen Schlüssel für den Server. Gib ihn nicht weiter.`,
  directLink: 'Im Spiel öffnen',
  directConnect: 'Oder füge diesen Link im Launcher unter „Direct connect“ ein:',
  directLabel: 'Dein Link zu diesem Server',
  copyLink: 'Link kopieren',
  directOnPhone: 'Öffne in der Launcher-App „Direct connect“ und füge diesen Link ein:',
  notOnIos: 'Öffne diese Seite an einem Computer, um diesem Server beizutreten.',
  otherWays: 'Andere Wege beizutreten',
  needsAccount: 'Du brauchst ein Konto auf dieser Website.',
  verify: 'So wird dein Konto freigeschaltet',
  needsVerification: 'Du kannst beitreten, sobald dein Konto freigeschaltet ist.',
  offline: 'Offline',
  lastSeen: 'Zuletzt gesehen',
  rally: {
    title: 'Zusammen spielen',
    nobody: 'Noch niemand online?',
    how: 'Sag, dass du spielst, wenn genug andere kommen. Sobald ihr genug seid, bekommt ihr alle eine Nachricht.',
    pledged: (players, wanted) =>
      `${plural(players, { one: '# Spieler würde', other: '# Spieler würden' })} hier spielen. Nötig sind mindestens ${wanted}.`,
    coming: (players) =>
      `${plural(players, { one: '# Spieler kommt', other: '# Spieler kommen' })} jetzt. Spiel mit.`,
    own: (wanted) => `Du spielst, wenn ihr ${wanted} seid. Das gilt bis`,
    byEmail: 'Du bekommst genau eine E-Mail, sobald es genug sind.',
    push: 'Auch auf diesem Gerät melden',
    pushFailed: 'Dieser Browser nimmt von dieser Seite keine Mitteilungen an.',
    pushStop: (browsers) => `Mitteilungen beenden (${browsers})`,
    wanted: 'Wie viele, mit dir',
    players: (players) => `${players} Spieler`,
    minutes: 'Wie lange',
    hint: 'Andere sehen, wie viele ihr seid, aber keine Namen. Du kannst nur auf einen Server warten: Eine neue Zusage ersetzt die alte.',
    submit: 'Ich würde spielen',
    takeBack: 'Zusage zurücknehmen',
  },
  alert: {
    title: 'Sag mir Bescheid, wenn er wieder da ist',
    start: 'Per E-Mail Bescheid bekommen',
    how: (days) =>
      `Du bekommst genau eine E-Mail. Ist der Server nach ${days} Tagen nicht zurück, bekommst du keine.`,
    isSet: (days) =>
      `Du bekommst eine E-Mail, sobald dieser Server in den nächsten ${days} Tagen wieder da ist.`,
    stop: 'Nicht mehr warten',
    needsLogin: 'Melde dich an, um eine E-Mail zu bekommen, sobald dieser Server wieder da ist.',
    needsEmail:
      'Bestätige zuerst deine E-Mail-Adresse, um eine E-Mail zu bekommen, sobald dieser Server wieder da ist.',
  },
};

export const goneMessages: Translation<typeof english.goneMessages> = {
  title: 'Dieser Server ist nicht online',
  why: 'Vielleicht ist die Adresse unvollständig. Oder der Server sendet keine Heartbeats mehr, oder er hat jetzt eine andere Adresse oder einen anderen Port.',
  comeback:
    'Server sind unter derselben Adresse wieder da, sobald sie wieder Heartbeats senden. Wenn dieser umgezogen ist, findest du seine neue Adresse in der Liste.',
};

export const bannedMessages: Translation<typeof english.bannedMessages> = {
  title: 'Dieser Server ist hier nicht gelistet',
  why: 'Die Moderatoren dieser Website lassen ihn nicht in ihre Liste. Er kann trotzdem online sein.',
  staffTitle: 'Dieser Server ist gesperrt',
  forStaff: (until, reason) =>
    `Gesperrt ${until === null ? 'ohne Enddatum' : `bis ${until}`}. Grund: ${reason}`,
  refused: 'Seine Heartbeats werden abgelehnt. Andere lesen, dass er hier nicht gelistet ist.',
  yours: (until, reason) =>
    `Die Moderatoren dieser Website haben deinen Server ${
      until === null ? 'auf unbestimmte Zeit' : `bis ${until}`
    } gesperrt. Grund: ${reason}`,
  yoursNext:
    'Seine Heartbeats werden abgelehnt. Wenn du das anders siehst, wende dich an den Betreiber dieser Website.',
};

export const registryFailures: Translation<typeof english.registryFailures> = {
  hash: (text) =>
    `„${text}“ ist kein Server-Hash. Nimm die 32 Hexadezimalziffern am Ende der Adresse der Serverseite.`,
};
