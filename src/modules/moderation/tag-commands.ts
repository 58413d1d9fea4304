// `muster tag …`: the tags that operators can choose for claimed servers.

import type { Command } from 'commander';
import { type CommandContext, commandLine, requireThere } from '../../platform/cli/context.ts';
import type { ReasonFlag } from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import { formatMoment } from '../../platform/lib/moment.ts';
import type { ServerModeration } from './moderation.ts';

export function addTagCommands(
  program: Command,
  context: CommandContext<{ moderation: ServerModeration }>,
): void {
  const description = 'See and change the tags that operators of claimed servers choose from.';
  const { add, addList } = addNoun(program, context, 'tag', description);
  add('add <tag>', {
    help: 'Let operators choose this tag.',
    argument: '2 to 20 letters or digits, with hyphens in between',
    run: async ({ moderation }, tag: string, { reason }: ReasonFlag) =>
      (await moderation.addTag(commandLine, tag, reason))
        ? `Operators can now choose the tag "${tag}".`
        : `The tag "${tag}" is already on the list.`,
  });
  addList({
    help: 'List the tags that operators choose from.',
    read: ({ moderation }) => moderation.listTags(),
    columns: [
      ['TAG', 'tag'],
      ['SINCE (UTC)', ({ addedAt }) => (addedAt === 0 ? '' : formatMoment(addedAt))],
    ],
    toJson: ({ tag, addedAt }) => ({ tag, addedAt: addedAt === 0 ? null : addedAt }),
  });
  add('remove <tag>', {
    help: 'Take a tag off the list. Servers that have it keep it.',
    async run({ moderation }, tag: string, { reason }: ReasonFlag) {
      const wasThere = await moderation.removeTag(commandLine, tag, reason);
      requireThere(wasThere, `The tag "${tag}" is not on the list. muster tag list shows it.`);
      return `The tag "${tag}" was taken off the list. Servers that have it keep it.`;
    },
  });
}
