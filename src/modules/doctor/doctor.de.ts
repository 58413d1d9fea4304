// Every sentence about the checks of the installation.

import { plural } from '../../platform/messages/formats.de.ts';
import type { Translation } from '../../platform/messages/translation.ts';
import type * as english from './doctor.en.ts';

export const doctorMessages: Translation<typeof english.doctorMessages> = {
  intro:
    'Diese Prüfung umfasst die ganze Installation: Basis-URL, Proxy, TLS, E-Mail, Speicherplatz, Datenbank und mehr. Sie ändert nichts, dauert ein paar Sekunden und entspricht „muster doctor“ auf dem Rechner des Dienstes.',
  never: 'Seit dem Start des Dienstes wurde noch nichts geprüft.',
  run: 'Prüfung starten',
  again: 'Noch einmal prüfen',
  ranAt: 'Geprüft:',
  caption: 'Ergebnisse, die wichtigsten zuerst',
  columns: { check: 'Prüfung', message: 'Ergebnis' },
  checks: {
    settings: 'Einstellungen',
    'data folder': 'Datenordner',
    database: 'Datenbank',
    backups: 'Sicherungen',
    countries: 'Länder',
    'web client': 'Spiel im Browser',
    'site files': 'Dateien der Website',
    certificate: 'Zertifikat',
    listen: 'Adresse des Dienstes',
    'file descriptors': 'Dateideskriptoren',
    mail: 'E-Mail',
    mirror: 'Spiegel',
    service: 'Dienst',
    'base URL': 'Basis-URL',
    reach: 'Erreichbarkeit',
    proxy: 'Proxy',
    websocket: 'WebSocket',
    TLS: 'TLS',
    'plain http': 'HTTP ohne TLS',
    MCGalaxy: 'MCGalaxy',
    'port check': 'Portprüfung',
    'mail records': 'DNS-Einträge für E-Mail',
    contact: 'Kontakt',
    launcher: 'Launcher',
    clock: 'Uhr',
    'disk space': 'Speicherplatz',
    'disk sync': 'Schreiben auf den Datenträger',
    permissions: 'Zugriffsrechte',
    'country data': 'Alter der Länderdaten',
  },
  states: { ok: 'OK', warning: 'Warnung', failed: 'Fehler', skipped: 'Übersprungen' },
  allWell: 'Keine Probleme gefunden.',
  problems: (failed, warnings) =>
    `${plural(failed, { one: '# Fehler', other: '# Fehler' })}, ${plural(warnings, { one: '# Warnung', other: '# Warnungen' })}.`,
  notHere:
    'Dieser Dienst kann die Prüfung nicht selbst ausführen. Führe „muster doctor“ auf seinem Rechner aus.',
};
