// The commands of the module.

import type { ModuleCommands } from '../../platform/cli/commands.ts';
import { addNoticeCommands } from './notice-commands.ts';
import { addSiteCommands } from './site-commands.ts';

export const siteCommands = {
  'The site:': [addSiteCommands, addNoticeCommands],
} satisfies ModuleCommands;
