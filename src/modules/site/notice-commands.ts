// `muster notice …`: the notice on all pages.

import { type Command, Option } from 'commander';
import { type CommandContext, commandLine, requireThere } from '../../platform/cli/context.ts';
import {
  type JsonFlag,
  jsonOption,
  type ReasonFlag,
  type UntilFlag,
  untilOption,
} from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import { formatJson } from '../../platform/cli/output.ts';
import { formatEnd } from '../../platform/lib/moment.ts';
import type { SiteModule } from './site.ts';

interface SetFlags extends ReasonFlag, UntilFlag {
  level: string;
}

export function addNoticeCommands(
  program: Command,
  context: CommandContext<{ site: SiteModule }>,
): void {
  const description = 'Show a notice on all pages, and to programs that ask for it.';
  const { add } = addNoun(program, context, 'notice', description);
  add('show', {
    help: 'Show the notice that is on all pages now.',
    options: [jsonOption()],
    reason: false,
    async run({ site }, { json = false }: JsonFlag) {
      const shown = site.notice.current();
      if (json) {
        if (shown === undefined) return formatJson({ notice: null });
        const { text, level, until, setAt } = shown;
        return formatJson({ notice: { text, level, until, setAt } });
      }
      if (shown === undefined) return 'There is no notice.';
      const end = shown.until === null ? 'no end' : `until ${formatEnd(shown.until)} UTC`;
      return `${shown.text} (${shown.level}, ${end})`;
    },
  });
  const level = new Option('--level <level>', 'How serious it is: info, warning or outage.');
  add('set <text>', {
    help: 'Set the notice. It replaces the current one.',
    options: [level.default('info'), untilOption()],
    async run({ site }, text: string, { level, reason = '', until: ends = '' }: SetFlags) {
      await site.notice.set(commandLine, { text, level, ends }, reason);
      return 'The notice is on all pages within a second.';
    },
  });
  add('remove', {
    help: 'Remove the notice.',
    async run({ site }, { reason = '' }: ReasonFlag) {
      const wasThere = await site.notice.remove(commandLine, reason);
      requireThere(wasThere, 'There is no notice to remove.');
      return 'The notice was removed.';
    },
  });
}
