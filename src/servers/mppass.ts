// The mppass: the password that lets a logged-in player into a game server.

import { md5Hex } from '../lib/md5.ts';

/** Compatibility: older launchers index the key, and the native one starts single player on "" (C4.14). */
export const NO_MPPASS = '';

/** A logged-in player. One that is not verified gets empty mppasses. */
export interface Player {
  readonly id: number;
  readonly name: string;
  readonly isVerified: boolean;
}

/**
 * Lower-case hex md5 of the salt followed by the account's name in its own spelling: 32 digits with
 * leading zeros. `salt` is that of the server's latest heartbeat (C8.1).
 */
export function computeMppass(salt: string, accountName: string): string {
  return md5Hex(salt + accountName);
}

/** The mppass that this player gets for a server with this salt. */
export function mppassFor(salt: string, player: Player): string {
  return player.isVerified ? computeMppass(salt, player.name) : NO_MPPASS;
}
