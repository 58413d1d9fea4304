// `muster skin …`: removes the skin of a player.

import type { Command } from 'commander';
import type { ModuleCommands } from '../../platform/cli/commands.ts';
import { type CommandContext, commandLine } from '../../platform/cli/context.ts';
import type { ReasonFlag } from '../../platform/cli/input.ts';
import { addNoun } from '../../platform/cli/noun.ts';
import type { SkinActions } from './skins.ts';

interface SkinAdmin {
  accounts: { findAccount(name: string): Promise<{ id: number; name: string }> };
  skins: Pick<SkinActions, 'removeSkin'>;
}

function addSkinCommands(program: Command, context: CommandContext<SkinAdmin>): void {
  const { add } = addNoun(program, context, 'skin', 'Remove skins of players.');
  add('remove <name>', {
    help: "Remove a player's skin. The player can upload another one.",
    argument: 'name of the player',
    reason: 'The reason; the player sees it.',
    async run({ accounts, skins }, typed: string, { reason }: ReasonFlag & { reason: string }) {
      const { id, name } = await accounts.findAccount(typed);
      await skins.removeSkin(commandLine, id, reason);
      return `The skin of ${name} was removed.`;
    },
  });
}

export const skinCommands = { 'Moderation:': [addSkinCommands] } satisfies ModuleCommands;
