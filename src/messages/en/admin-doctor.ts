// Every sentence of the administration's page with the checks of the installation.

import { plural } from './formats.ts';

export const doctorMessages = {
  title: 'Doctor',
  intro:
    'Checks the whole installation: base URL, proxy, TLS, email, disk, database and more. It changes nothing, takes a few seconds, and does the same as "muster doctor" on the machine.',
  never: 'The checks have not been run since the service started.',
  run: 'Run the checks',
  again: 'Run the checks again',
  ranAt: 'Checked (UTC):',
  caption: 'Results, worst first',
  columns: { check: 'Check', status: 'Status', message: 'Result', advice: 'What to do' },
  states: { ok: 'OK', warning: 'Warning', failed: 'Failed', skipped: 'Skipped' },
  allWell: 'No problems found.',
  problems: (failed: number, warnings: number) =>
    `${plural(failed, { one: '# check', other: '# checks' })} failed, ${plural(warnings, { one: '# warning', other: '# warnings' })}.`,
  notHere: 'This service cannot run the checks itself. Run "muster doctor" on its machine.',
} as const;
