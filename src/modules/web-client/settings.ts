// The settings of the module: where the files of the web client are.

import { parseUrl } from '../../platform/config/addresses.ts';
import type { OptionTable } from '../../platform/config/option-table.ts';
import { one, path, refuse } from '../../platform/config/values.ts';

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

/** Parses the address of a script (`.js`) or of a folder, which gets a slash at its end. Throws `invalid`. */
function parseWebClientUrl(text: string): string {
  const { href, hostname, pathname } = parseUrl(text, {
    wanted: 'is not an address of a web client. Use https:// or http://, a host and a folder.',
    login:
      'The address of a web client cannot contain a user name or password, since every player can read it',
  });
  if (/[?#]/.test(text)) {
    throw refuse(text, 'has a query or a fragment. Use only the address of the folder.');
  }
  if (hostname.startsWith('[')) {
    throw refuse(
      text,
      'contains an IPv6 address, which a page cannot allow by itself. Use a host name.',
    );
  }
  return /(\/|\.js)$/.test(pathname) ? href : `${href}/`;
}
