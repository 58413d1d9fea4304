// Every sentence of the administration's page with the checks of the installation.

import type { doctorMessages as english } from '../en/admin-doctor.ts';
import type { Translation } from '../translation.ts';
import { plural } from './formats.ts';

export const doctorMessages: Translation<typeof english> = {
  title: 'Diagnose',
  intro:
    'Prüft die ganze Installation: Basis-URL, Proxy, TLS, E-Mail, Speicherplatz, Datenbank und mehr. Ändert nichts, dauert ein paar Sekunden und tut dasselbe wie „muster doctor“ auf dem Rechner.',
  never: 'Seit dem Start des Dienstes wurde noch nichts geprüft.',
  run: 'Prüfung starten',
  again: 'Noch einmal prüfen',
  ranAt: 'Geprüft (UTC):',
  caption: 'Ergebnisse, die schlimmsten zuerst',
  columns: { check: 'Prüfung', status: 'Status', message: 'Ergebnis', advice: 'Was zu tun ist' },
  states: { ok: 'OK', warning: 'Warnung', failed: 'Fehler', skipped: 'Übersprungen' },
  allWell: 'Keine Probleme gefunden.',
  problems: (failed, warnings) =>
    `${plural(failed, { one: '# Fehler', other: '# Fehler' })}, ${plural(warnings, { one: '# Warnung', other: '# Warnungen' })}.`,
  notHere:
    'Dieser Dienst kann die Prüfung nicht selbst ausführen. Führe „muster doctor“ auf seinem Rechner aus.',
};
