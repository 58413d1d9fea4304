// `muster doctor` checks a running installation, `muster check` finds what would prevent a start, and `muster health`
// asks the service whether it is ready.

import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ModuleCommands } from '../../platform/cli/commands.ts';
import type { CommandContext } from '../../platform/cli/context.ts';
import { type JsonFlag, jsonOption } from '../../platform/cli/input.ts';
import {
  type HealthReport,
  listProblems,
  readHealthReport,
  requestService,
  requirePort,
  type ServiceAddress,
} from '../../platform/cli/service-request.ts';
import { formatListen } from '../../platform/config/addresses.ts';
import { flagName } from '../../platform/config/option-names.ts';
import { readDuration } from '../../platform/lib/duration.ts';
import { Failure } from '../../platform/lib/failure.ts';
import type { Examination, Findings } from '../../platform/lib/finding.ts';
import { currentLanguage } from '../../platform/messages/language.ts';
import type { Installation } from './checks.ts';
import type { DoctorSettings } from './settings.ts';

interface DoctorFlags extends JsonFlag {
  languages?: boolean;
}

/** The checks count the servers of another site, which needs a module above. */
type DoctorContext = CommandContext<unknown, DoctorSettings> &
  Pick<Installation, 'countMirrored' | 'listChecks'>;

const installationOf = (
  { io, options, countMirrored, listChecks }: DoctorContext,
  reviewed: Installation['reviewed'],
): Installation => ({
  countMirrored,
  listChecks,
  options,
  reviewed,
  env: io.env,
  cwd: io.cwd,
});

async function diagnose(context: DoctorContext, { json, languages }: DoctorFlags) {
  const { io } = context;
  const { examine } = await import('./checks.ts');
  const all = await examine(installationOf(context, context.reviewRunning()));
  const findings = all[currentLanguage()];
  if (languages) io.out(JSON.stringify(all));
  else if (json) io.out(JSON.stringify(findings, null, 2));
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

/** Runs `muster doctor` in a separate process. Throws `conflict` if it has not ended after a minute. */
export async function examineApart(context: CommandContext): Promise<Examination> {
  const { flags, env, cwd } = context.sources();
  const named = Object.entries(flags).flatMap(([key, text]) =>
    text === undefined ? [] : [`${flagName(key)}=${text}`],
  );
  // A compiled binary is its own script.
  const script = /^(\/\$bunfs|[A-Z]:[\\/]~BUN)/.test(Bun.main) ? [] : [Bun.main];
  try {
    const child = Bun.spawn({
      cmd: [process.execPath, ...script, ...named, 'doctor', '--languages'],
      cwd,
      env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
      timeout: APART_MS,
      killSignal: 'SIGKILL',
    });
    const findings: Findings = JSON.parse(await new Response(child.stdout).text());
    return { findings, at: Date.now() };
  } catch (error) {
    throw new Failure(
      'conflict',
      'The checks did not finish. Run "muster doctor" on the machine to see why.',
      { cause: error },
    );
  }
}

function addDoctorCommand(parent: Command, context: DoctorContext): void {
  parent
    .command('doctor')
    .description(
      'Check the running installation: base URL, proxy, TLS, email, disk, database and more, and say what to do. Exit code 1 when a check failed.',
    )
    .addOption(jsonOption())
    .addOption(new Option('--languages', 'JSON in all languages, for the page').hideHelp())
    .action((flags: DoctorFlags) => diagnose(context, flags));
}

const WORDS = { ok: 'ok', warning: 'note', failed: 'bad' } as const;

async function check(context: DoctorContext): Promise<void> {
  const { io } = context;
  const reviewed = { ...context.reviewSettings(), hidden: [] };
  const { examine } = await import('./checks.ts');
  const installation = installationOf(context, reviewed);
  const all = await examine(installation, { isOffline: true });
  const findings = all[currentLanguage()];
  const isNote = ({ check, status }: (typeof findings)[number]) =>
    check === 'settings' && status === 'warning';
  for (const finding of findings) {
    const { check: name, status, message, advice } = finding;
    if (status === 'skipped' || isNote(finding)) continue;
    // Problems go to standard output, because they are part of the list, under the name of their check.
    const what = status === 'warning' && advice !== '' ? `${message}; ${advice}` : message;
    io.out(`${WORDS[status]}  ${name}: ${what}`);
  }
  for (const { message } of findings.filter(isNote)) io.out(`note  ${message}`);
  context.exitCode = findings.some(({ status }) => status === 'failed') ? 1 : 0;
}

function addCheckCommand(parent: Command, context: DoctorContext): void {
  parent
    .command('check')
    .description(
      'Check settings, data folder, the whole database, GeoIP file, web client, certificate, port and mail server. Changes nothing.',
    )
    .action(() => check(context));
}

const TIMEOUT_MS = 3_000;
const ASK_EVERY_MS = 250;

interface HealthOptions {
  waitMs: number;
  isJson: boolean;
}

async function findHealth(service: ServiceAddress): Promise<HealthReport> {
  const answer = await requestService(service, '/readyz', TIMEOUT_MS);
  const report = answer && readHealthReport(answer.body);
  if (report) return report;
  const found = answer === undefined ? 'does not answer' : `answered status ${answer.status}`;
  const message = `The service on ${formatListen(service.listen)} ${found}.`;
  const since = new Date().toISOString();
  return { status: 'not_ready', checks: { service: { status: 'failed', since, message } } };
}

async function requireHealth(context: CommandContext, options: HealthOptions): Promise<void> {
  const { settings: service } = context.loadRunning();
  requirePort(service);
  const deadline = performance.now() + options.waitMs;
  let report = await findHealth(service);
  while (report.status === 'not_ready' && performance.now() < deadline) {
    await Bun.sleep(ASK_EVERY_MS);
    report = await findHealth(service);
  }
  const problems = listProblems(report);
  if (options.isJson) context.io.out(JSON.stringify(report));
  if (report.status === 'not_ready') {
    throw new Failure('unavailable', ['The service is not ready.', ...problems].join('\n'));
  }
  if (!options.isJson) {
    context.io.out([report.status === 'ready' ? 'ok' : 'degraded', ...problems].join('\n'));
  }
}

function parseWait(text: string): number {
  const waitMs = readDuration(text, { units: 'sm', maxDigits: 4 });
  if (waitMs === undefined) throw new InvalidArgumentError('Use a time such as 30s or 2m.');
  return waitMs;
}

function addHealthCommand(parent: Command, context: CommandContext): void {
  parent
    .command('health')
    .description('Ask the running service whether it is ready. Exit code 0 when it is.')
    .option(
      '--wait <time>',
      'Keep asking until it is ready, for at most this long, such as 30s.',
      parseWait,
      0,
    )
    .option('--json', 'Print the result of each check, as /readyz returns it.')
    .action(({ wait, json }: { wait: number; json?: boolean }) =>
      requireHealth(context, { waitMs: wait, isJson: json === true }),
    );
}

export const doctorCommands = {
  'See how it is doing:': [addCheckCommand, addDoctorCommand, addHealthCommand],
} satisfies ModuleCommands;
