// Every sentence about the list of servers.

import { formatCount, plural } from '../../platform/messages/formats.de.ts';
import { onServers } from '../../platform/messages/pages.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './list.en.ts';

const servers = (count: number): string => plural(count, { one: '# Server', other: '# Server' });

export const listMessages: Translation<typeof english.listMessages> = {
  searchHint: 'Name, Software, Land',
  filtersLabel: 'Suche und Filter',
  filters: (count) => (count === 0 ? 'Filter' : `Filter (${count})`),
  filtersShown: 'Filter anzeigen',
  order: 'Sortieren nach',
  listOrder: 'Standardreihenfolge',
  orders: {
    name: 'Name, A bis Z',
    '-name': 'Name, Z bis A',
    country: 'Land, A bis Z',
    '-country': 'Land, Z bis A',
    software: 'Software, A bis Z',
    '-software': 'Software, Z bis A',
    '-players': 'Meiste Spieler',
    players: 'Wenigste Spieler',
    '-uptime': 'Am längsten online',
    uptime: 'Am kürzesten online',
  },
  hideEmpty: 'Leere ausblenden',
  hideFull: 'Volle ausblenden',
  webOnly: 'Im Browser spielbar',
  ownOnly: 'Nur diese Website',
  listedAt: (host) => `auf ${host}`,
  opensAt: (host) => `Öffnet ${host}, eine andere Website`,
  elsewhere: (count) => `${formatCount(count)} auf anderen Websites`,
  mirrored:
    'Server mit ↗ stehen auf einer anderen Website, und „Beitreten“ öffnet ihre Seite dort. In der Standardreihenfolge sind sie nie mehr als die Hälfte der ersten Seite, außer wenn keiner dieser Website gefunden wird.',
  anySoftware: 'Jede Software',
  anyCountry: 'Jedes Land',
  anyLanguage: 'Alle Sprachen',
  anyTag: 'Alle Stichwörter',
  apply: 'Anzeigen',
  reset: 'Alles zurücksetzen',
  favouritesOnly: 'Favoriten',
  copyAddress: 'Adresse kopieren',
  live: 'Live',
  paused: 'Angehalten',
  away: 'Verbindet neu …',
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  outdated:
    'Diese Liste ist über eine Minute alt, weil der Dienst nicht mehr antwortet. Die Seite versucht es alle 15 Sekunden noch einmal.',
  shown: (shown, all) =>
    shown === all ? servers(all) : `${formatCount(shown)} von ${onServers(all)}`,
  madeAt: 'Stand',
  madeAgo: (time) => `Aktualisiert ${time}`,
  cut: (from, to, found) =>
    `Server ${formatCount(from)} bis ${formatCount(to)} von ${formatCount(found)}`,
  first: 'Erste Seite',
  changes: () => ({ one: '{count} Änderung', other: '{count} Änderungen' }),
  changesTitle: 'Bringt die Server in ihre neue Reihenfolge',
  caption: 'Öffentliche Server',
  columns: {
    uptime: 'Online seit',
  },
  playersOf: (players, most) => `${players} von ${most} Spielern`,
  playersNow: (players, most) => `${players}/${most} Spieler`,
  onlineFor: (duration) => `${duration} online`,
  featuredTitle: 'Vom Betreiber dieser Website empfohlen',
  join: 'Beitreten',
  buttons: (hasPlay) =>
    `${hasPlay ? '„Spielen“ startet das Spiel in deinem Browser. ' : ''}„Beitreten“ zeigt, wie du mit dem Launcher beitrittst.`,
  ranking: (isByPeople) =>
    `Reihenfolge: zuerst empfohlene Server, dann ${isByPeople ? 'nach Spielern im Moment und nach Leuten, die nachweislich da waren' : 'die mit den meisten Spielern, dann die am längsten laufenden'}; leere Server zuletzt.`,
  defaultOrder: 'Diese Reihenfolge verwenden',
  nothingFound: 'Kein Server passt dazu.',
  nothingFoundHint: (all) =>
    all === 1
      ? 'Ein Server ist online, aber er passt nicht zu deiner Suche und deinen Filtern.'
      : `${formatCount(all)} Server sind online, aber keiner passt zu deiner Suche und deinen Filtern.`,
  showAll: 'Alle Server anzeigen',
  noFavourites:
    'Von diesen Servern ist noch keiner ein Favorit. Mit dem Stern neben einem Server fügst du ihn hinzu.',
};

export const emptyListMessages: Translation<typeof english.emptyListMessages> = {
  title: 'Noch kein Server online',
  intro:
    'Öffentliche Server erscheinen hier, sobald sie einen Heartbeat senden. So kommt der erste hinein:',
  more: 'Spielen und Server eintragen: alle Schritte, für weitere Serversoftware und für zwei Listen zugleich',
  why: 'Dein Server sendet Heartbeats und steht nicht hier? Sieh nach, warum',
};

export const rankingMessages: Translation<typeof english.rankingMessages> = {
  title: 'So ist die Liste geordnet',
  rules: ({ days, halfLifeDays, firstStep, uncapped }, rows) => [
    '## Punkte',
    'Empfohlene Server stehen zuerst, leere zuletzt. Sonst steht vorn, wer die meisten Punkte hat. Bei gleichen Punkten zählen mehr Spieler, dann die längere Laufzeit.',
    'Punkte = log₂ (1 + Spieler, die zählen) + Stufen',
    `Eine Zahl von Spielern kann sich jeder ausdenken. Darum zählen von denen, die gerade online sind, höchstens ${uncapped}, und mit jeder Stufe doppelt so viele.`,
    `Ein Server, der vor weniger als einem Tag in die Liste kam, steht unter allen anderen, bis nachweislich ${firstStep} Leute beigetreten sind, außer er ist empfohlen.`,
    '## Leute und Stufen',
    `Stufen gibt es für verschiedene Leute, die in den letzten ${days} Tagen nachweislich beigetreten sind. Das sind angemeldete Spieler, die die Seite eines Servers geöffnet haben, höchstens drei Minuten bevor er einen Spieler mehr hatte, oder die dort eine Minute im Browser gespielt haben. Wer die ganze Liste öffnet, zählt dadurch nicht.`,
    `Für jeden Server zählt ein Konto einmal und ein Netz (/24, bei IPv6 /48) einmal, nach dem letzten Tag. Wer heute da war, zählt ganz, und alle ${halfLifeDays} Tage danach nur noch halb so viel.`,
    `Wer das war, kann niemand sehen, und nach ${days} Tagen wird es gelöscht.`,
    `Stufen | Leute ab | Spieler bis\n-|-|-\n${rows}`,
  ],
  label: 'Leute',
  joined: (people, today) =>
    `${plural(people, { one: '# Person', other: '# Leute' })} in zwei Wochen, davon ${formatCount(today)} heute`,
  parts: (points, players, steps) =>
    `${formatCount(Math.round(10 * points) / 10)} Punkte: ${plural(players, { one: '# Spieler zählt', other: '# Spieler zählen' })}, ${plural(steps, { one: '# Stufe', other: '# Stufen' })}`,
  isNew: 'Neu, darum steht er vorerst unter den anderen',
};
