// `muster check`: reports everything that would keep the service from starting, without starting it.

import type { Command } from 'commander';
import { reviewSettings } from '../config/load.ts';
import type { CommandContext } from './context.ts';

const WORDS = { ok: 'ok', warning: 'note', failed: 'bad' } as const;

async function check(context: CommandContext): Promise<void> {
  const { io } = context;
  const reviewed = reviewSettings(context.sources());
  const { examine } = await import('../doctor/doctor.ts');
  const findings = await examine({ reviewed, env: io.env, cwd: io.cwd }, { isOffline: true });
  const isNote = ({ check, status }: (typeof findings)[number]) =>
    check === 'settings' && status === 'warning';
  for (const finding of findings) {
    const { check: name, status, message, advice } = finding;
    if (status === 'skipped' || isNote(finding)) continue;
    // Problems go to standard output: they are part of the list, under the name of their check.
    const what = status === 'warning' && advice !== '' ? `${message}; ${advice}` : message;
    io.out(`${WORDS[status]}  ${name}: ${what}`);
  }
  for (const { message } of findings.filter(isNote)) io.out(`note  ${message}`);
  context.exitCode = findings.some(({ status }) => status === 'failed') ? 1 : 0;
}

export function addCheckCommand(parent: Command, context: CommandContext): void {
  parent
    .command('check')
    .description(
      'Check settings, data folder, database, GeoIP file, web client, certificate, port and mail server. Changes nothing.',
    )
    .action(() => check(context));
}
