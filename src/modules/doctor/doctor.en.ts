// Every sentence about the checks of the installation.

import { plural } from '../../platform/messages/formats.en.ts';

export const doctorMessages = {
  intro:
    'This checks the whole installation: base URL, proxy, TLS, email, disk, database and more. It changes nothing, takes a few seconds, and does the same as “muster doctor” on the machine.',
  never: 'The checks have not been run since the service started.',
  run: 'Run the checks',
  again: 'Run the checks again',
  ranAt: 'Checked:',
  caption: 'Results, worst first',
  columns: { check: 'Check', message: 'Result' },
  /** By the names that `muster doctor` shows. */
  checks: {
    settings: 'settings',
    'data folder': 'data folder',
    database: 'database',
    backups: 'backups',
    countries: 'countries',
    'web client': 'web client',
    'site files': 'site files',
    certificate: 'certificate',
    listen: 'listen',
    'file descriptors': 'file descriptors',
    mail: 'mail',
    mirror: 'mirror',
    service: 'service',
    'base URL': 'base URL',
    reach: 'reach',
    proxy: 'proxy',
    websocket: 'websocket',
    TLS: 'TLS',
    'plain http': 'plain http',
    MCGalaxy: 'MCGalaxy',
    'port check': 'port check',
    'mail records': 'mail records',
    contact: 'contact',
    launcher: 'launcher',
    clock: 'clock',
    'disk space': 'disk space',
    'disk sync': 'disk sync',
    permissions: 'permissions',
    'country data': 'country data',
  },
  states: { ok: 'OK', warning: 'Warning', failed: 'Failed', skipped: 'Skipped' },
  allWell: 'No problems found.',
  problems: (failed: number, warnings: number) =>
    `${plural(failed, { one: '# check', other: '# checks' })} failed, ${plural(warnings, { one: '# warning', other: '# warnings' })}.`,
  notHere: 'This service cannot run the checks itself. Run “muster doctor” on its machine.',
} as const;
