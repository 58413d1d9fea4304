// `muster health`: asks the running service whether it is ready; for a container's health check.

import { type Command, InvalidArgumentError } from 'commander';
import { formatListen } from '../config/addresses.ts';
import {
  listProblems,
  readHealthReport,
  requestService,
  requirePort,
  type ServiceAddress,
} from '../doctor/service-request.ts';
import { readDuration } from '../lib/duration.ts';
import { Failure } from '../lib/failure.ts';
import type { HealthReport } from '../lib/readiness.ts';
import type { CommandContext } from './context.ts';

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
  const { settings: service } = context.loadSettings();
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

export function addHealthCommand(parent: Command, context: CommandContext): void {
  parent
    .command('health')
    .description('Ask the running service whether it is ready. Exit code 0 when it is.')
    .option(
      '--wait <time>',
      'Keep asking until it is ready, for at most this long, such as 30s.',
      parseWait,
      0,
    )
    .option('--json', 'print the result of each check, as /readyz answers it')
    .action(({ wait, json }: { wait: number; json?: boolean }) =>
      requireHealth(context, { waitMs: wait, isJson: json === true }),
    );
}
