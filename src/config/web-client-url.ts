// Parses the address of a web client that is kept on another site.

import { Failure } from '../lib/failure.ts';
import { refuse } from './values.ts';

const LONGEST = 1_000;

/**
 * Parses an http or https address of a script (its path ends in `.js`) or of the folder that holds
 * `ClassiCube.js`; a folder comes back with a slash at its end. Throws `invalid`.
 */
export function parseWebClientUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text) || text.length > LONGEST) {
    throw refuse(
      text,
      'is not an address of a web client: write https:// or http://, a host and a folder.',
    );
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    // The value is not quoted: it may hold a password.
    throw new Failure(
      'invalid',
      'The address of a web client holds no user name and password, since every player reads it: remove them.',
    );
  }
  if (/[?#]/.test(text)) {
    throw refuse(text, 'has a query or a fragment: write the address of the folder alone.');
  }
  if (url.hostname.startsWith('[')) {
    throw refuse(text, 'names an IPv6 address, which no page can allow by itself: name a host.');
  }
  const isScript = url.pathname.endsWith('.js');
  return isScript || url.pathname.endsWith('/') ? url.href : `${url.href}/`;
}
