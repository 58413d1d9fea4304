// What the command line has of the module.

import type { OptionalCommandLine } from '../../platform/module/description.ts';
import { settings } from './settings.ts';

export const launcherLink = { settings } satisfies OptionalCommandLine;
