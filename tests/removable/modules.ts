// The modules that can be removed, by their lines in the list of the service.

import { readFileSync } from 'node:fs';

/** The list; of other files, only the next one imports one of the modules. */
export const LIST = 'src/app/optional-modules.ts';

/** The list for those with settings or commands. */
export const COMMAND_LINE_LIST = 'src/app/optional-command-line.ts';

/** The names of their folders. */
export const REMOVABLE: readonly string[] = [
  ...readFileSync(LIST, 'utf8').matchAll(/'\.\.\/modules\/([a-z-]+)\/module\.ts'/g),
].map(([, name = '']) => name);
