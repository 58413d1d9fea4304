// Every sentence of the page "Play and add your server", and of the lines to copy there and on an empty list.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './start.en.ts';

export const startMessages: Translation<typeof english.startMessages> = {
  link: 'Erste Schritte',
  fromServer: 'Noch kein Launcher, oder noch nicht für diese Website eingerichtet?',

  play: {
    title: 'Spielen',
    accountWhy:
      'Damit meldest du dich im Launcher an. Ein Konto gilt auf allen Servern dieser Liste.',
    accountClosed: 'Konten legt der Betreiber dieser Website an. Bitte ihn um eines.',
    accountYours: (name) =>
      `Du bist als ${name} angemeldet. Benutze im Launcher denselben Namen und dasselbe Passwort.`,
    registerButton:
      'Registriere dich auf dieser Website und nicht mit „Register“ im Launcher: Das öffnet eine andere Website, deren Konten hier nicht gelten.',
    launcher: 'Launcher besorgen',
    launcherWhat: 'Der Launcher meldet dich an, zeigt diese Liste und startet das Spiel.',
    launcherDownload: 'Launcher herunterladen',
    launcherElsewhere:
      'Du brauchst den ClassiCube-Launcher. Wenn du schon damit spielst, behalte deinen. Wenn nicht, frag den Betreiber dieser Website, wo es ihn gibt.',
    line: 'Launcher mit dieser Website verbinden',
    lineHow:
      'Schließe den Launcher und öffne seine Datei options.txt. Füge diese Zeile hinzu oder ändere die Zeile, die mit server-services= beginnt:',
    lineWhat: '(Zeile für options.txt)',
    places: 'Wo options.txt liegt',
    systems: [
      { system: 'Windows', place: 'Im Ordner von ClassiCube.exe' },
      { system: 'macOS', place: 'Im Ordner, der ClassiCube.app enthält' },
      { system: 'Linux', place: 'Im Ordner des Programms' },
      {
        system: 'Linux (Flatpak)',
        place: '~/.var/app/net.classicube.flatpak.client/data/ClassiCube/',
      },
    ],
    noFile:
      'Die Datei gibt es noch nicht? Starte den Launcher einmal und schließe ihn wieder, oder lege die Datei an.',
    undo: 'Um zu einer anderen Liste zurückzukehren, entferne die Zeile wieder.',
    join: 'Anmelden und beitreten',
    joinHow:
      'Starte den Launcher und melde dich an. Er zeigt jetzt die Server dieser Liste: Such dir einen aus und tritt bei.',
    unlisted: 'Ein Server, der nicht in der Liste steht',
    address:
      'Füge seine Adresse in das Feld unter der Serverliste des Launchers ein und drücke die Eingabetaste. Wenn du sie tippst, verdeckt der Text die Schaltfläche „Connect“; die Eingabetaste funktioniert trotzdem. Eine solche Adresse sieht so aus:',
    direct:
      '„Direct connect“ im Launcher nimmt diese Adressen nicht an. Es nimmt den mc://-Link an, den die Seite eines Servers zeigt, wenn du angemeldet bist.',
    onPhone: 'Auf diesem Gerät spielen',
    onAndroid:
      'Mit der Launcher-App: Öffne hier die Seite eines Servers, kopiere deinen Link und füge ihn in der App unter „Direct connect“ ein.',
    onIos: 'Im App Store gibt es keinen Launcher. Spiele an einem Computer.',
    browser: 'Oder im Browser spielen',
    browserHow:
      'Server, bei denen in der Liste „Spielen“ steht, öffnen sich auch im Browser, ohne dass du etwas installieren musst. Du brauchst nur das Konto.',
  },

  add: {
    title: 'Server eintragen',
    which: 'Welche Software benutzt dein Server?',
    two: 'MCGalaxy, auf dieser und auf deiner bisherigen Liste',
    twoHow:
      'MCGalaxy sendet Heartbeats an mehrere Listen zugleich. Dein Server bleibt dort gelistet, wo er jetzt ist, und steht zusätzlich hier.',
    twoUrls:
      'Schreib in properties/server.properties beide URLs mit einem Komma dazwischen. Wenn dein Server auf einer anderen Liste steht als auf der zuerst gezeigten, behalte die URL seiner Liste:',
    twoUrlsWhat: '(beide Heartbeat-URLs für MCGalaxy)',
    twoServices: 'Füge das am Ende von properties/authservices.properties hinzu:',
    twoServicesWhat: '(Namenszusatz und Skin-Präfix für beide Listen)',
    twoWhy:
      'Spieler von dieser Website haben dann ein + hinter dem Namen, damit niemand den Rang eines gleichnamigen Spielers der anderen Liste bekommt oder dessen Skin zeigt. Für Spieler der anderen Liste ändert sich nichts.',
    restart: 'Starte danach den Server neu.',
    skins:
      'Damit Spieler mit den Skins dieser Website zu sehen sind, füge auch das am Ende von properties/authservices.properties an:',
    skinsWhat: 'Skin-Präfix für MCGalaxy',
    hyphen:
      'MCGalaxy nimmt keinen Bindestrich oder Unterstrich im Host einer Heartbeat-URL an. Es würde die Zeile ignorieren und seine Heartbeats mit dem Salt deines Servers nur an classicube.net senden. Bitte den Betreiber dieser Website um eine Adresse ohne solche Zeichen.',
    only: 'MCGalaxy, nur auf dieser Liste',
    programs: {
      mcgalaxy: {
        name: 'MCGalaxy',
        where:
          'Ändere diese Zeilen in properties/server.properties und starte dann den Server neu:',
      },
      procraft: {
        name: 'ProCraft',
        where:
          'Ändere diese Schlüssel unter Settings in config.xml (ConfigGUI legt die Datei an) und starte dann den Server neu:',
      },
      mcchost: {
        name: 'mcchost',
        where:
          'Starte es mit diesem Befehl. Ohne Geheimnis könnten alle unter beliebigen Namen beitreten.',
      },
      other: {
        name: 'Andere Software',
        where:
          'Sende alle 10 bis 60 Sekunden Heartbeats an diese URL, per GET oder POST. Die Felder stehen in der API-Dokumentation.',
      },
    },
    port: 'Der Port des Servers muss aus dem Internet erreichbar sein. Wenn nicht, steht das in der Antwort auf den Heartbeat.',
  },

  listed: {
    title: 'Ist er gelistet?',
    whose: (ip) =>
      `Heartbeats von deiner eigenen Adresse, ${ip}. Wenn dein Server in einem anderen Netz steht, öffne diese Seite von dort.`,
    waiting: 'Bisher ist kein Heartbeat angekommen.',
    notYet: 'Dein Server ist noch nicht gelistet.',
    arrived: (name, isPortOpen) =>
      `${name} ist angekommen${isPortOpen ? ', der Port ist offen' : ''}, und der Server ist gelistet. Betreibst du ihn?`,
    live: 'Das wird alle 5 Sekunden geprüft.',
    open: 'Seite des Servers öffnen',
    claim: 'Ja, als Betreiber bestätigen',
    next: 'Danach kannst du Beschreibung, Land und Links angeben und bekommst ein Badge für andere Websites.',
    details: 'Alle Heartbeats, und was zu tun ist',
  },
};
