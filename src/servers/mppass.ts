// The password by which a game server knows that a player logged in here.

import { md5Hex } from '../lib/md5.ts';

/**
 * Lower-case hex md5 of the salt followed by the account's name in its own spelling: 32 digits with
 * leading zeros. `salt` is that of the server's latest heartbeat (C8.1).
 */
export function computeMppass(salt: string, accountName: string): string {
  return md5Hex(salt + accountName);
}
