// The rows of the table of options that say where the web client is.

import { one } from './declare-option.ts';
import type { Option } from './options.ts';
import { parsePath } from './values.ts';
import { parseWebClientUrl } from './web-client-url.ts';

/** The rows, in the order of the table. */
export const WEB_CLIENT_OPTIONS: readonly Option[] = [
  one(
    {
      key: 'web_client_dir',
      argument: 'folder',
      fallbackNote: 'none',
      help: 'Folder with the web client of the game (ClassiCube.js, its .wasm, default.zip); it is read again when it changes.',
    },
    (text, context) => parsePath(text, context.folder),
  ),
  one(
    {
      key: 'web_client_url',
      argument: 'url',
      fallbackNote: 'none',
      help: 'Address of a folder elsewhere with the web client, or of its script, instead of a folder here.',
    },
    parseWebClientUrl,
  ),
];
