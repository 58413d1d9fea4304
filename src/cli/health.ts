// `muster health`: asks the running service whether it is ready; for a container's health check.

import type { Command } from 'commander';
import { formatListen } from '../config/addresses.ts';
import { Failure } from '../lib/failure.ts';
import type { CommandContext } from './context.ts';
import { requestService } from './service-request.ts';

const TIMEOUT_MS = 3_000;

async function requireHealth(context: CommandContext): Promise<void> {
  const { listen, tls } = context.loadSettings().settings;
  if (listen.port === 0) {
    throw new Failure(
      'invalid',
      'The setting listen has port 0, so the system chose a port that only the service knows: name a port.',
    );
  }
  const status = await requestService({ listen, isTls: tls !== undefined }, '/readyz', TIMEOUT_MS);
  if (status === 200) return;
  const reason = status === undefined ? 'does not answer' : `is not ready (status ${status})`;
  throw new Failure('unavailable', `The service on ${formatListen(listen)} ${reason}.`);
}

/** Adds `muster health`. */
export function addHealthCommand(parent: Command, context: CommandContext): void {
  parent
    .command('health')
    .description('Ask the running service whether it is ready; exit code 0 when it is.')
    .action(async () => {
      await requireHealth(context);
      context.io.out('ok');
    });
}
