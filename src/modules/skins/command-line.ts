// What the command line has of the module.

import type { OptionalCommandLine } from '../../platform/module/description.ts';
import { skinCommands } from './skin-commands.ts';

export const skins = { commands: skinCommands } satisfies OptionalCommandLine;
