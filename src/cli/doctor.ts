// `muster doctor`: checks the installation while it runs, from the base URL to the disk, and says what to do.

import type { Command } from 'commander';
import { reviewSettings } from '../config/load.ts';
import type { CommandContext } from './context.ts';
import { type JsonFlag, jsonOption } from './input.ts';

async function diagnose(context: CommandContext, { json: isJson = false }: JsonFlag) {
  const { io } = context;
  const reviewed = reviewSettings(context.sources());
  const { examine } = await import('../doctor/doctor.ts');
  const findings = await examine({ reviewed, env: io.env, cwd: io.cwd });
  if (isJson) io.out(JSON.stringify(findings, null, 2));
  else {
    const width = Math.max(...findings.map(({ check }) => check.length));
    for (const { check, status, message, advice } of findings) {
      io.out(`${status.padEnd(7)}  ${check.padEnd(width)}  ${message}`);
      if (advice !== '') io.out(`${' '.repeat(7 + 2 + width + 2)}→ ${advice}`);
    }
  }
  context.exitCode = findings.some(({ status }) => status === 'failed') ? 1 : 0;
}

/** Adds `muster doctor`. */
export function addDoctorCommand(parent: Command, context: CommandContext): void {
  parent
    .command('doctor')
    .description(
      'Check the running installation: base URL, proxy, TLS, mail, disk, database and more; exit code 1 when something failed.',
    )
    .addOption(jsonOption())
    .action((flags: JsonFlag) => diagnose(context, flags));
}
