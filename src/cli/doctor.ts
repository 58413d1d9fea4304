// `muster doctor`: checks the installation while it runs, from the base URL to the disk, and says what to do.

import type { Command } from 'commander';
import { reviewSettings } from '../config/load.ts';
import { flagName } from '../config/options.ts';
import { Failure } from '../lib/failure.ts';
import type { Examination, Finding } from '../lib/finding.ts';
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

const APART_MS = 60_000;

/**
 * Runs `muster doctor` in a process of its own, with the settings as a new start would read them. Throws
 * `conflict` when it has not ended after a minute, or cannot be started.
 */
export async function examineApart(context: CommandContext): Promise<Examination> {
  const { flags, env, cwd } = context.sources();
  const named = Object.entries(flags).flatMap(([key, text]) =>
    text === undefined ? [] : [`${flagName(key)}=${text}`],
  );
  // A compiled binary is its own script.
  const script = /^(\/\$bunfs|[A-Z]:[\\/]~BUN)/.test(Bun.main) ? [] : [Bun.main];
  try {
    const child = Bun.spawn({
      cmd: [process.execPath, ...script, ...named, 'doctor', '--json'],
      ...{ cwd, env, stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' },
      timeout: APART_MS,
      killSignal: 'SIGKILL',
    });
    const findings: Finding[] = JSON.parse(await new Response(child.stdout).text());
    return { findings, at: Date.now() };
  } catch (error) {
    throw new Failure(
      'conflict',
      'The checks did not finish. Run "muster doctor" on the machine to see why.',
      { cause: error },
    );
  }
}

export function addDoctorCommand(parent: Command, context: CommandContext): void {
  parent
    .command('doctor')
    .description(
      'Check the running installation: base URL, proxy, TLS, email, disk, database and more. Exit code 1 when a check failed.',
    )
    .addOption(jsonOption())
    .action((flags: JsonFlag) => diagnose(context, flags));
}
