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
  elsewhere: (count) => `${formatCount(count)} auf anderen Websites`,
  mirrored:
    'Server mit ↗ stehen auf einer anderen Website, und „Beitreten“ öffnet ihre Seite dort. In der Standardreihenfolge füllen sie höchstens die Hälfte der ersten Seite, es sei denn, diese Website hat keinen passenden Server.',
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
  caption: 'Öffentliche Server, mit Spielern jetzt und höchstens',
  columns: {
    uptime: 'Online seit',
  },
  playersOf: (players, most) => `${players} von ${most} Spielern`,
  onlineFor: (duration) => `${duration} online`,
  featuredTitle: 'Vom Betreiber dieser Website empfohlen',
  join: 'Beitreten',
  buttons: (hasPlay) =>
    `${hasPlay ? '„Spielen“ startet das Spiel in deinem Browser. ' : ''}„Beitreten“ zeigt, wie du mit dem Launcher beitrittst.`,
  ranking: (isByPeople) =>
    `Reihenfolge: zuerst empfohlene Server, dann ${isByPeople ? 'nach aktuellen Spielern und nach Leuten, die nachweislich da waren' : 'die mit den meisten Spielern, dann die am längsten laufenden'}; leere Server zuletzt.`,
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
    'Ein Server erscheint hier, sobald sein erster Heartbeat ankommt. Diese Seite zeigt ihn dann von allein.',
  site: 'Ist das deine Website?',
  siteHow:
    'Sie hat noch keinen Administrator. Öffne den Link, den der Dienst beim Start ausgegeben hat, oder hol dir mit diesem Befehl einen neuen:',
  administration: {
    text: 'Sieh nach, was dieser Website noch fehlt und was auf dich wartet.',
    label: 'Zur Übersicht',
  },
  operator: {
    title: 'Betreibst du einen Spielserver?',
    text: 'Eine Zeile in seinen Einstellungen bringt ihn auf diese Liste. Ob es geklappt hat, siehst du sofort.',
  },
  player: {
    title: 'Möchtest du spielen?',
    text: 'Richte jetzt den Launcher ein. Sobald ein Server da ist, kannst du beitreten.',
  },
  stranger: {
    title: 'Möchtest du spielen?',
    text: 'Leg jetzt dein Konto an. Sobald ein Server da ist, kannst du beitreten.',
  },
};

export const rankingMessages: Translation<typeof english.rankingMessages> = {
  title: 'So ist die Liste geordnet',
  rules: ({ days, halfLifeDays, firstStep, uncapped }, rows) => [
    '## Punkte',
    'Empfohlene Server stehen zuerst, leere zuletzt. Dazwischen entscheiden die Punkte, dann die Spielerzahl, dann die Laufzeit.',
    'Punkte = log₂ (1 + Spieler, die zählen) + Stufen',
    `Eine Spielerzahl kann sich jeder ausdenken. Darum zählen höchstens ${uncapped} der Spieler, die gerade online sind. Mit jeder Stufe verdoppelt sich diese Grenze.`,
    `Ein neuer Server steht am ersten Tag unter allen anderen, oder bis nachweislich ${firstStep} Leute beigetreten sind. Für empfohlene Server gilt das nicht.`,
    '## Leute und Stufen',
    `Stufen bekommt ein Server für verschiedene Leute, die in den letzten ${days} Tagen nachweislich beigetreten sind. Ein angemeldeter Spieler gilt als beigetreten, wenn er die Seite des Servers geöffnet hat und dort innerhalb von drei Minuten ein Spieler dazukam, oder wenn er dort eine Minute im Browser gespielt hat. Die ganze Liste zu öffnen zählt nicht.`,
    `Auf jedem Server zählt ein Konto einmal und ein Netz (/24, bei IPv6 /48) einmal, jeweils mit dem letzten Tag. Wer heute da war, zählt ganz, und nach je ${halfLifeDays} Tagen nur noch halb so viel.`,
    `Niemand kann sehen, wer beigetreten ist, und nach ${days} Tagen werden diese Daten gelöscht.`,
    `Stufen | Leute ab | Spieler bis\n-|-|-\n${rows}`,
  ],
};
