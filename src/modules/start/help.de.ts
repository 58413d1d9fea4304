// Every sentence of the pages for operators and other sites.

import { plural } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import { describeAnswer } from '../heartbeat/heartbeat-answers.de.ts';
import type * as english from './help.en.ts';

export const helpMessages: Translation<typeof english.helpMessages> = {
  noBadge:
    'Unter dieser Adresse gibt es kein Badge. Sie muss mit einem Server-Hash und .svg enden.',

  notListed: {
    title: 'Warum ist mein Server nicht gelistet?',
    whose: (ip) =>
      `Diese Seite zeigt nur Heartbeats von deiner eigenen Adresse, ${ip}. Wenn dein Server in einem anderen Netz steht, öffne diese Seite von dort.`,
    kept: 'Heartbeats bleiben eine Stunde lang gespeichert.',
    keptSince: (ago) =>
      `Heartbeats bleiben eine Stunde lang gespeichert, und dieser Dienst wurde ${ago} gestartet.`,

    heartbeatsHeading: 'Heartbeats von deiner Adresse',
    heartbeatsCaption: 'Die neuesten zuerst; mehrere gleiche hintereinander stehen in einer Zeile',
    noName: 'kein Name',
    port: 'Port',
    noPort: 'nicht angegeben',
    times: (count) => plural(count, { one: 'einmal', other: '#-mal, zuerst' }),
    answer: describeAnswer,

    outcomes: {
      listed: 'Angenommen und gelistet',
      private: 'Angenommen, aber privat',
      hidden: 'Angenommen, aber nicht gelistet',
      refused: 'Abgelehnt',
      left: 'Angenommen, danach nichts mehr',
      relocated: 'Angenommen, danach von einer anderen Adresse gesendet',
    },
    nextSteps: {
      listed:
        'Nichts. Der Server erscheint innerhalb einer Sekunde in der Liste. Lade die Liste neu und setze Suche und Filter zurück.',
      replaced: 'Nichts. Oben steht ein späterer Heartbeat für denselben Port.',
      private:
        'Er steht nicht in der Liste, weil er public=false sendet. Setze in MCGalaxy public = true in server.properties; in ProCraft IsPublic.',
      left: (length) =>
        `Seit mehr als ${length} kam kein Heartbeat, deshalb hat der Server die Liste verlassen. Prüfe, ob er läuft und diese Website erreicht. Sein nächster Heartbeat bringt ihn zurück.`,
      relocated:
        'Ein Server mit demselben Namen, Port und Salt und derselben Software sendet jetzt Heartbeats von einer anderen Adresse, deshalb zeigt die Liste nur diesen. Wenn das zwei Server sind, gib jedem einen eigenen Salt. Der nächste Heartbeat von hier bringt diesen zurück.',
      fields:
        'Korrigiere in deinem Gameserver die Einstellung, die die Antwort nennt. Der nächste Heartbeat übernimmt sie.',
      unlisted:
        'Die Antwort nennt den Grund. Wende dich an den Betreiber dieser Website. Mit der Adresse des Servers können Spieler weiter beitreten.',
      filtered:
        'Gib dem Server einen anderen Namen. Mit dem nächsten Heartbeat kommt er in die Liste. Bis dahin können Spieler mit seiner Adresse beitreten.',
      banned: 'Die Antwort nennt den Grund. Wende dich an den Betreiber dieser Website.',
      contested:
        'Zwei Programme unter dieser Adresse senden Heartbeats für denselben Port, den nur eines haben kann. Wenn beide dir gehören, beende eines oder gib ihm einen anderen Port. Wenn nicht, benutzt noch jemand deine Adresse: Frag deinen Hoster.',
      key: 'Die Meldung sagt, was zu tun ist. Die Seite deines Servers findest du in deinem Konto unter „Deine Server“.',
      crowded:
        'Private Server zählen mit. Beende einen deiner Server oder bitte den Betreiber dieser Website, mehr zu erlauben.',
      full: 'Die Antwort nennt die Zahl der Server. Mit deinem ist alles in Ordnung: Lass ihn weiter Heartbeats senden. Solange diese Website nur noch wenige Plätze hat, gehen Server vor, deren Betreiber bestätigt ist oder die an früheren Tagen Spieler hatten.',
      port_closed:
        'Leite den Port (TCP) auf deinem Router an den Rechner des Servers weiter und erlaube ihn in der Firewall, dann prüfe ihn unten noch einmal. Wenn Spieler über einen anderen Port oder eine andere Adresse hereinkommen (Portweiterleitung, Tunnel, gemieteter Rechner, Carrier-Grade-NAT), setze public=false, bestätige auf der Seite des Servers, dass du ihn betreibst, trage dort den Port oder die Adresse ein und setze wieder public=true. Wenn Spieler den Server über keinen Port erreichen, bitte den Betreiber dieser Website um eine Ausnahme.',
      family:
        'Lass den Gameserver seine Heartbeats über IPv4 senden. Wenn seine Software dafür keine Einstellung hat, bevorzuge auf seinem Rechner IPv4, oder sag dem Betreiber dieser Website, dass ihr Name eine IPv6-Adresse hat.',
      too_many:
        'Lass den Gameserver alle 30 Sekunden einen Heartbeat senden. Auch abgelehnte zählen; ein Programm, das es sofort noch einmal versucht, bleibt also ausgesperrt.',
    },

    nothingHeading: 'Von deiner Adresse kam nichts',
    nothing: [
      'Der Server sendet seine Heartbeats woandershin. Seine Heartbeat-URL muss genau die unten angegebene sein.',
      'MCGalaxy ignoriert stillschweigend eine Heartbeat-URL, deren Host einen Bindestrich oder Unterstrich enthält.',
      'Die Antwort war „Direct IP access is not allowed“: Die Heartbeat-URL nennt einen anderen Host als den dieser Website.',
      'Manche Programme senden die Leerzeichen im Namen des Servers unverändert (etwa Thirty und ClassyCord). Eine solche Anfrage ist ungültig und wird mit „505 HTTP Version Not Supported“ abgelehnt, bevor diese Website sie protokollieren kann. Schreib in den Einstellungen des Servers + oder %20 für jedes Leerzeichen des Namens.',
      'Der Server erreicht das Internet über eine andere Adresse als dein Browser, etwa ein VPN, einen Proxy oder ein anderes Netz.',
      'Das Protokoll oder die Konsole des Servers zeigt die Antwort auf jeden Heartbeat oder warum keiner gesendet werden konnte.',
    ],
    heartbeatAddress: 'Heartbeat-URL dieser Website:',

    ipv6Heading: 'Du bist über IPv6 verbunden',
    ipv6: (ip) =>
      `Deine Adresse ist ${ip}. Server werden mit ihrer IPv4-Adresse gelistet, deshalb wird ein Heartbeat über IPv6 abgelehnt.`,
    ipv6Below:
      'Unten stehen die Heartbeats, die in der letzten Stunde über IPv6 aus deinem eigenen Netz (seinem /64) kamen.',
    ipv6Nothing: 'In der letzten Stunde kam über IPv6 nichts aus deinem Netz (seinem /64).',
    ipv6Next:
      'Um Heartbeats über IPv4 zu sehen, öffne diese Seite über IPv4, zum Beispiel mit diesem Befehl auf dem Rechner des Servers:',
    ipv6Command: (url) => `curl -4 ${url}`,

    portsHeading: 'Ports',
    portsCaption:
      'Ports, die deine Heartbeats genannt haben, und ob sie von hier aus erreichbar waren',
    lastCheck: 'Letzte Prüfung',
    open: 'Offen',
    closed: 'Geschlossen',
    unchecked: 'In der letzten Stunde nicht geprüft.',
    uncheckedPrivate: 'Nicht geprüft: Geprüft werden nur Ports öffentlicher Server.',
    again: 'Noch einmal prüfen',
    checkPort: (port) => `: Port ${port}`,
    checkHint:
      'Eine Prüfung stellt eine TCP-Verbindung von dieser Website zu deiner Adresse her, höchstens 3 Sek. lang. Sobald der Port offen ist, wird ein abgelehnter Server mit seinem nächsten Heartbeat gelistet.',
    portsFree: 'Server unter deiner Adresse werden ohne Portprüfung gelistet.',

    moreHeading: 'Angenommen, aber nicht zu sehen?',
    more: (length) => [
      `Ein Server verlässt die Liste ${length} nach seinem letzten Heartbeat.`,
      'Ein privater Server steht nie in der Liste, aber seine Seite funktioniert. Um ihm beizutreten, melde dich im Launcher an und füge die Adresse der Seite in das Feld unter der Serverliste ein. „Direct connect“ im Launcher nimmt stattdessen den mc://-Link von dieser Seite an.',
      'In der Liste, die du siehst, kann eine Suche oder ein Filter wie „Leere ausblenden“ eingestellt sein.',
    ],

    failures: {
      unknown: (port) =>
        `Port „${port}“ wurde nicht geprüft: In der letzten Stunde hat kein Heartbeat von deiner Adresse ihn genannt. Lass den Server einen senden und versuche es dann noch einmal.`,
      unneeded:
        'Der Port wurde nicht geprüft: Server unter deiner Adresse werden ohne Prüfung gelistet.',
      banned:
        'Der Port wurde nicht geprüft: Deine Adresse ist gesperrt. Wende dich an den Betreiber dieser Website.',
      busy: (seconds) =>
        `Der Port wurde nicht geprüft: Gerade laufen zu viele andere Prüfungen. Versuche es in ${seconds} Sek. noch einmal.`,
      tooSoon: (seconds) =>
        `Der Port wurde nicht geprüft: Du hast zu oft gefragt. Versuche es in ${seconds} Sek. noch einmal.`,
      foreign: (url) =>
        `Der Port wurde nicht geprüft: Die Anfrage kam nicht von dieser Seite. Öffne ${url} und benutze die Schaltfläche dort.`,
    },
  },

  badge: {
    unnamed: 'Server',
    offline: 'offline',
    players: (players, maxPlayers) => `${players} / ${maxPlayers} online`,
    label: (name, state) => `${name}: ${state}`,
    labelOn: (name, state, site) => `${name}: ${state}, auf ${site}`,
  },

  widget: {
    title: 'Server',
    titleOn: 'Server auf {site}',
    playing: '{players} Spieler auf {servers} Servern',
    playingOne: '{players} Spieler auf einem Server',
    ofPlayers: '{players} von {max} Spielern',
    empty: 'Gerade sind keine Server online.',
    failed: 'Die Serverliste ließ sich nicht laden. Sie wird jede Minute noch einmal angefordert.',
    all: 'Alle Server',
  },
};
