// The settings of the module: where the files of the web client are.

import { parseWebClientUrl } from '../../platform/config/addresses.ts';
import type { OptionTable } from '../../platform/config/option-table.ts';
import { one, path } from '../../platform/config/values.ts';

export const settings = {
  web_client_dir: {
    type: path('folder'),
    setting: 'webClientFolder',
    needsRestart: true,
    help: 'Folder with the web client of the game (ClassiCube.js, its .wasm, default.zip). It is read again when it changes.',
  },
  web_client_url: {
    type: one('url', parseWebClientUrl),
    needsRestart: true,
    help: "Address of the web client's folder or script on another host, instead of a folder here.",
  },
} as const satisfies OptionTable;
