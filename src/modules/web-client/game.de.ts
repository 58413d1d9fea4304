// Every sentence about playing in the browser.

import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './game.en.ts';

export const gameMessages: Translation<typeof english.gameMessages> = {
  title: 'Im Browser spielen',
  play: 'Im Browser spielen',
  how: (name) => `Du trittst als ${name} bei. Das Spiel startet hier auf dieser Seite.`,
  needsScript:
    'Das Spiel braucht JavaScript. Schalte es in deinem Browser ein oder benutze den Launcher.',
  label: 'Das Spiel',
  fullScreen: 'Vollbild',
  joinAgainHint:
    'So bekommst du einen neuen Schlüssel für den Server. „Reconnect“ im Spiel benutzt den alten, der nach einem Neustart des Servers nicht mehr gilt.',
  wrongOrigin:
    'Das Spiel läuft nur unter der eigenen Adresse dieser Website, und diese Seite wurde unter einer anderen geöffnet.',
  rightOrigin: 'Dort öffnen',

  notTaken: 'Dieser Server unterstützt das Spielen im Browser nicht.',
  noClient: 'Auf dieser Website kannst du nicht im Browser spielen.',
  clientBroken: 'Das Spielen im Browser ist gerade nicht möglich.',
  noRelay: 'Auf diesem Server kannst du von dieser Website aus nicht im Browser spielen.',
  tooLong: (limit) =>
    `Auf diesem Server kannst du nicht im Browser spielen: Zusammen mit dem Namen dieser Website ist seine Adresse länger als die ${limit} Zeichen, die der Webclient annimmt.`,

  script: (server, place, isRelayed) => ({
    downloading: 'Das Spiel wird heruntergeladen …',
    starting: 'Das Spiel startet …',
    connecting: `Verbindung mit ${server} wird hergestellt …`,
    slow: `${server} antwortet seit zehn Sekunden nicht. Vielleicht startet der Server gerade oder ist überlastet. Das Spiel versucht es weiter.`,
    again: 'Noch einmal versuchen',
    joinAgain: 'Wieder beitreten',
    connected: `Mit ${server} verbunden.`,
    notDownloaded:
      'Das Spiel ließ sich nicht herunterladen. Prüfe deine Verbindung und versuche es noch einmal. Hilft das nicht, sag dem Betreiber dieser Website Bescheid.',
    crashed:
      'Das Spiel wurde wegen eines Fehlers beendet. Versuche es noch einmal oder benutze den Launcher. Der Browser meldet:',
    gone: `${server} ist nicht mehr online. Du kannst beitreten, sobald der Server wieder da ist.`,
    offline: 'Diese Website antwortet nicht. Prüfe deine Verbindung und versuche es noch einmal.',
    refused: isRelayed
      ? `Diese Website konnte dich nicht mit ${server} verbinden. Vielleicht sind alle Verbindungen belegt, oder dein Netz blockiert WebSockets. Versuche es in einer Minute noch einmal oder benutze den Launcher.`
      : `Keine Verbindung mit ${server} unter ${place}. Vielleicht ist der Port geschlossen, oder der Server unterstützt das Spielen im Browser nicht. Benutze den Launcher.`,
    kicked: `${server} hat dich getrennt. Der Grund:`,
    closed: {
      1001: 'Die Verbindung wurde getrennt, weil diese Website oder der Server neu startet oder weil lange nichts gesendet wurde. Versuche es in einer Minute noch einmal.',
      1009: `Die Verbindung wurde getrennt, weil eine Nachricht für diese Website zu lang war. Sag dem Betreiber von ${server} Bescheid.`,
      1011: `Die Verbindung mit ${server} ist abgerissen. Versuche es noch einmal.`,
      1013: `${server} hat nicht rechtzeitig geantwortet. Vielleicht ist der Server offline oder unterstützt das Spielen im Browser nicht.`,
      other: `${server} hat die Verbindung getrennt.`,
    },
  }),
};
