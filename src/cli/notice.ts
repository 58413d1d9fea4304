// `muster notice …`: the notice on all pages.

import type { Command } from 'commander';
import { Failure } from '../lib/failure.ts';
import { formatEnd } from '../lib/moment.ts';
import { type CommandContext, commandLine, withDataFolder } from './context.ts';
import {
  addUntil,
  type JsonFlag,
  jsonOption,
  type ReasonFlag,
  readUntil,
  reasonOption,
  type UntilFlags,
} from './input.ts';
import { isoMoment } from './output.ts';

interface SetFlags extends ReasonFlag, UntilFlags {
  level: string;
}

export function addNoticeCommands(program: Command, context: CommandContext): void {
  const { io } = context;
  const notice = program
    .command('notice')
    .description('Show a notice on all pages, and to programs that ask for it.');
  notice
    .command('show')
    .description('Show the notice that is on all pages now.')
    .addOption(jsonOption())
    .action(async ({ json = false }: JsonFlag) => {
      const shown = await withDataFolder(context, async ({ site }) => site.notice.current());
      if (json) {
        const { text, level, until, setAt } = shown ?? {};
        const described =
          shown === undefined
            ? null
            : { text, level, until: isoMoment(until ?? null), setAt: isoMoment(setAt ?? null) };
        io.out(JSON.stringify({ notice: described }, null, 2));
      } else if (shown === undefined) {
        io.out('There is no notice.');
      } else {
        const end = shown.until === null ? 'no end' : `until ${formatEnd(shown.until)} UTC`;
        io.out(`${shown.text} (${shown.level}, ${end})`);
      }
    });
  addUntil(
    notice
      .command('set')
      .argument('<text>')
      .description('Set the notice. It replaces the current one.')
      .option('--level <level>', 'How serious it is: info, warning or outage.', 'info'),
  )
    .addOption(reasonOption())
    .action(async (text: string, flags: SetFlags) => {
      const ends = readUntil(flags, io);
      await withDataFolder(context, ({ site }) =>
        site.notice.set(commandLine, { text, level: flags.level, ends }, flags.reason ?? ''),
      );
      io.out('The notice is on all pages within a second.');
    });
  notice
    .command('remove')
    .description('Remove the notice.')
    .addOption(reasonOption())
    .action(async ({ reason = '' }: ReasonFlag) => {
      const wasThere = await withDataFolder(context, ({ site }) =>
        site.notice.remove(commandLine, reason),
      );
      if (!wasThere) throw new Failure('not_found', 'There is no notice to remove.');
      io.out('The notice was removed.');
    });
}
