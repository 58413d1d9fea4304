// `muster doctor` checks the installation while it runs; `muster check` what would keep it from starting.

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

/** Runs `muster doctor` in a process of its own. Throws `conflict` when it has not ended after a minute. */
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
