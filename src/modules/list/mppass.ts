// The mppass, which proves to a game server that a player logged in at the site.

import { md5Hex } from '../../platform/lib/digest.ts';

/** Lower-case hex md5 of the salt of the latest heartbeat and the account's name in its own spelling (C8.1). */
export function computeMppass(salt: string, accountName: string): string {
  return md5Hex(salt + accountName);
}

/** Compatibility: older launchers index the key, and the native one starts single player on "" (C4.14). */
export const NO_MPPASS = '';

export function mppassFor(salt: string, player: { name: string; isVerified: boolean }): string {
  return player.isVerified ? computeMppass(salt, player.name) : NO_MPPASS;
}
