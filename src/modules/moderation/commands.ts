// The commands of the module.

import type { ModuleCommands } from '../../platform/cli/commands.ts';
import { addBanCommands } from './ban-commands.ts';
import { addFilterCommands } from './filter-commands.ts';
import { addReportCommands } from './report-commands.ts';
import { addClaimCommands, addServerCommands } from './server-commands.ts';
import { addTagCommands } from './tag-commands.ts';

export const moderationCommands = {
  'Game servers:': [addServerCommands, addClaimCommands],
  'Moderation:': [addBanCommands, addFilterCommands, addTagCommands, addReportCommands],
} satisfies ModuleCommands;
