// `muster mail list`.

import type { Command } from 'commander';
import type { AdminServices } from '../../app.ts';
import { formatMoment } from '../../lib/moment.ts';
import type { CommandContext } from '../context.ts';
import { withDataFolder } from '../data-folder.ts';
import { isoMoment, writeList } from '../output.ts';

type Listed = Awaited<ReturnType<AdminServices['mail']['listOutbox']>>[number];

const HEADS = ['ID', 'KIND', 'TO', 'STATE', 'ATTEMPTS', 'NEXT TRY (UTC)', 'ERROR'];

function toRow(letter: Listed): string[] {
  return [
    String(letter.id),
    letter.kind,
    letter.recipient,
    letter.state,
    String(letter.attempts),
    letter.nextAttemptAt === null ? '-' : formatMoment(letter.nextAttemptAt),
    letter.lastError,
  ];
}

function toJson(letter: Listed): Record<string, unknown> {
  return {
    id: letter.id,
    kind: letter.kind,
    recipient: letter.recipient,
    state: letter.state,
    attempts: letter.attempts,
    createdAt: isoMoment(letter.createdAt),
    nextAttemptAt: isoMoment(letter.nextAttemptAt),
    failedAt: isoMoment(letter.failedAt),
    lastError: letter.lastError,
  };
}

async function listOutbox(context: CommandContext, json: boolean | undefined): Promise<void> {
  const outbox = await withDataFolder(context, ({ mail }) => mail.listOutbox());
  writeList(context.io, outbox, { heads: HEADS, toRow, toJson, json });
}

/** Adds `muster mail list`. */
export function addMailListCommand(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the letters that wait and those that failed within a week, oldest first.')
    .option('--json', 'Write JSON for scripts.')
    .action(({ json }: { json?: boolean }) => listOutbox(context, json));
}
