// What the command line has of the module.

import type { OptionalCommandLine } from '../../platform/module/description.ts';
import { openidCommands } from './client-commands.ts';
import { findSignOnConflict, settings } from './settings.ts';

export const openidProvider = {
  settings,
  commands: openidCommands,
  findConflict: findSignOnConflict,
} satisfies OptionalCommandLine;
