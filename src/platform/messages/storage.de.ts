// Every sentence about problems with files and the database.

import type * as english from './storage.en.ts';
import type { Translation } from './translation.ts';

const RESTORE =
  'Beende den Dienst und stell dann eine Sicherung wieder her (muster restore). Zeilen, die der Sicherung fehlen, lassen sich vielleicht noch mit sqlite3 lesen, wie docs/backups.md beschreibt.';
const damaged = (tables: string) => {
  if (tables === '') return `Die Datenbank ist beschädigt. ${RESTORE}`;
  const named = tables.includes(',') ? `Tabellen ${tables} sind` : `Tabelle ${tables} ist`;
  return `Die ${named} beschädigt. ${RESTORE}`;
};

export const databaseFindings: Translation<typeof english.databaseFindings> = {
  unreadable: (path) =>
    `${path} ist beschädigt oder keine Datenbank. „muster check“ sagt mehr. ${RESTORE}`,
  damaged: (path, detail, tables) => `${path} ist beschädigt (${detail}). ${damaged(tables)}`,
  tables: damaged,
};

const NO_RIGHTS =
  'Mach den Benutzer, unter dem Muster läuft, zum Besitzer dieses Pfads und seines Ordners, und führe Befehle als dieser Benutzer aus.';
const FULL = 'Der Datenträger ist voll: Schaffe Platz darauf oder nimm einen anderen.';
const NOT_A_FOLDER = 'Ein Teil dieses Pfades ist eine Datei, kein Ordner: Korrigiere den Pfad.';

export const fileFailures: Translation<typeof english.fileFailures> = {
  read: (path) => `${path} ist nicht lesbar`,
  use: (path) => `${path} ist unbrauchbar`,
  writeFolder: (folder) => `Der Ordner ${folder} ist nicht beschreibbar`,
  writeData: (folder) => `Der Datenordner ${folder} ist nicht beschreibbar`,
  useData: (folder) => `Der Datenordner ${folder} ist unbrauchbar`,
  remedies: {
    EACCES: NO_RIGHTS,
    EPERM: NO_RIGHTS,
    EROFS:
      'Sein Datenträger ist nur zum Lesen eingehängt: Häng ihn zum Schreiben ein oder nimm einen anderen Ordner.',
    ENOSPC: FULL,
    EDQUOT: FULL,
    ENOENT: 'Das gibt es nicht: Leg es an, korrigiere den Pfad oder häng den Datenträger ein.',
    ENOTDIR: NOT_A_FOLDER,
    EEXIST: NOT_A_FOLDER,
    EISDIR: 'Das ist ein Ordner, keine Datei: Korrigiere den Pfad.',
    EMFILE:
      'Zu viele Dateien sind offen: Erhöhe die Grenze mit LimitNOFILE= in der Unit von systemd oder mit ulimit -n.',
    ENFILE: 'Auf diesem Rechner sind zu viele Dateien offen: Erhöhe fs.file-max mit sysctl.',
    EIO: 'Der Datenträger lässt sich nicht lesen oder beschreiben: Sieh ins Log des Systems (dmesg) und ersetze ihn.',
  },
  otherwise: 'Prüfe den Datenträger und wem der Ordner gehört.',
};
